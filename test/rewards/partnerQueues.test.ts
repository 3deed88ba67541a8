import assert from "node:assert/strict"
import {
  type Part,
  PartnerQueues,
  Rests,
  type Sized
} from "../../lib/rewards/commands/GroupCommit/PartnerQueues.ts"
import { describe, it } from "../support/effect.ts"

interface One extends Sized {
  readonly name: string
}

const queuesOf = () => new PartnerQueues<One>(1000)
const one = (name: string, size = 1): One => ({ name, size })
const namesOf = (group: ReadonlyArray<Part<One>> | undefined) =>
  group?.map(({ queue, submissions }) => `${queue.partner}: ${submissions.map(({ name }) => name).join(" ")}`)

/** Takes a group with one free writer, and releases it. */
const written = (queues: PartnerQueues<One>, canMix = true) => {
  const group = queues.take(1, canMix)
  if (group !== undefined) queues.release(group)
  return namesOf(group)
}

describe("the queues of partners", () => {
  it("a partner alone gets all that it has, up to a group, in the order of arrival", () => {
    const queues = queuesOf()
    for (const name of ["a1", "a2", "a3"]) queues.push("A", one(name, 400))
    assert.deepEqual(written(queues), ["A: a1 a2"])
    assert.deepEqual(written(queues), ["A: a3"])
    assert.equal(written(queues), undefined)
    assert.deepEqual([queues.waiting, queues.isEmpty], [0, true])
  })

  it("a submission that is larger than a group is a group of its own, and keeps its turn", () => {
    const queues = queuesOf()
    for (const [name, size] of [
      ["a1", 999],
      ["bulk", 1001],
      ["a2", 2]
    ] as const)
      queues.push("A", one(name, size))
    for (const name of ["a1", "bulk", "a2"]) assert.deepEqual(written(queues), [`A: ${name}`])
    assert.deepEqual([queues.waiting, queues.isEmpty], [0, true])
  })

  it("a partner has one group at a time", () => {
    const queues = queuesOf()
    queues.push("A", one("a1"))
    const first = queues.take(3)
    queues.push("A", one("a2"))
    assert.equal(queues.take(3), undefined)
    queues.release(first ?? [])
    assert.deepEqual(namesOf(queues.take(3)), ["A: a2"])
  })

  it("a partner without work is forgotten", () => {
    const queues = queuesOf()
    const queueOf = (name: string) => {
      queues.push("A", one(name))
      const group = queues.take(1) ?? []
      queues.release(group)
      return group[0]?.queue
    }
    assert.notEqual(queueOf("a1"), queueOf("a2"))
  })

  it("small submissions of several partners share a group while there are fewer writers than partners", () => {
    const queues = queuesOf()
    for (const partner of ["A", "B", "C"]) queues.push(partner, one("x"))
    assert.deepEqual(namesOf(queues.take(1)), ["A: x", "B: x", "C: x"])
    for (const partner of ["D", "E"]) queues.push(partner, one("x"))
    assert.deepEqual(namesOf(queues.take(2)), ["D: x"])
  })

  it("a group of several partners is filled up to its largest size, and has one submission at least", () => {
    const queues = new PartnerQueues<One>(4)
    for (const partner of ["A", "B", "C"]) queues.push(partner, one("x", 2))
    assert.deepEqual(namesOf(queues.take(1)), ["A: x", "B: x"])
    queues.push("D", one("x", 5))
    queues.push("E", one("x", 5))
    assert.deepEqual(namesOf(queues.take(1)), ["C: x"])
    assert.deepEqual(namesOf(queues.take(1)), ["D: x"])
  })

  it("a bulk is not passed over while there is a writer for each partner", () => {
    const queues = queuesOf()
    queues.push("A", one("bulk", 1000))
    queues.push("B", one("b"))
    assert.deepEqual(namesOf(queues.take(2)), ["A: bulk"])
    assert.deepEqual(namesOf(queues.take(1)), ["B: b"])
  })

  it("a submission of 64 commands is small, and one of 65 is not", () => {
    for (const [size, group] of [
      [64, ["A: a", "B: b"]],
      [65, ["B: b"]]
    ] as const) {
      const queues = queuesOf()
      queues.push("A", one("a", size))
      queues.push("B", one("b"))
      assert.deepEqual(namesOf(queues.take(1)), group)
    }
  })

  it("at most one bulk of another partner is written before a small submission, and a bulk is not passed over twice", () => {
    const queues = queuesOf()
    for (let bulk = 1; bulk <= 3; bulk++) queues.push("A", one(`bulk${bulk}`, 1000))
    const inFlight = queues.take(1)
    assert.deepEqual(namesOf(inFlight), ["A: bulk1"])
    queues.push("B", one("b1"))
    queues.release(inFlight ?? [])
    assert.deepEqual(written(queues), ["B: b1"])
    queues.push("B", one("b2"))
    assert.deepEqual(written(queues), ["B: b2"])
    queues.push("C", one("c1"))
    assert.deepEqual(written(queues), ["A: bulk2"])
    assert.deepEqual(written(queues), ["C: c1"])
    assert.deepEqual(written(queues), ["A: bulk3"])
  })

  it("every partner gets a share of a mixed group", () => {
    const queues = queuesOf()
    for (let index = 0; index < 2000; index++) queues.push("A", one(`a${index}`))
    queues.push("B", one("b"))
    const group = queues.take(1) ?? []
    assert.deepEqual(
      group.map(({ submissions }) => submissions.length),
      [500, 1]
    )
  })

  it("a mixed group has at most the commands of one group, also where partners have submissions of several", () => {
    const queues = new PartnerQueues<One>(100)
    for (const partner of ["A", "B", "C"]) for (const name of ["1", "2"]) queues.push(partner, one(name, 40))
    assert.deepEqual(namesOf(queues.take(1)), ["A: 1", "B: 1"])
    const more = new PartnerQueues<One>(100)
    more.push("A", one("1", 60))
    for (const name of ["1", "2", "3", "4"]) more.push("B", one(name, 15))
    assert.deepEqual(namesOf(more.take(1)), ["A: 1", "B: 1 2"])
  })

  it("a group that is split goes back to the front, and each partner's next group is its own", () => {
    const queues = queuesOf()
    for (const partner of ["A", "B", "C"]) queues.push(partner, one(`${partner}1`))
    const mixed = queues.take(1) ?? []
    queues.push("A", one("A2"))
    queues.putBack(mixed)
    assert.equal(queues.waiting, 4)
    const alone = queues.take(1)
    assert.deepEqual(namesOf(alone), ["A: A1 A2"])
    // Only that group is: what A submits meanwhile is small again, and goes before what is not.
    queues.push("A", one("A3"))
    queues.release(alone ?? [])
    for (const name of ["A3", "B1", "C1"]) assert.deepEqual(written(queues), [`${name[0]}: ${name}`])
    for (const partner of ["A", "B"]) queues.push(partner, one("x"))
    assert.deepEqual(written(queues), ["A: x", "B: x"])
  })

  it("a partner that rests gets no turn until its rest ends, and keeps what it submits meanwhile", () => {
    const queues = queuesOf()
    queues.push("A", one("a1"))
    const group = queues.take(1) ?? []
    for (const { queue } of group) queues.rest(queue)
    queues.release(group)
    queues.push("A", one("a2"))
    assert.deepEqual([queues.isEmpty, queues.waiting], [true, 1])
    queues.push("B", one("b1"))
    assert.deepEqual(written(queues), ["B: b1"])
    assert.equal(written(queues), undefined)
    for (const { queue } of group) queues.endRest(queue)
    assert.deepEqual(written(queues), ["A: a2"])
    assert.deepEqual([queues.waiting, queues.isEmpty], [0, true])
  })

  it("while a partner rests, no bulk of any partner is taken, and small submissions are", () => {
    const queues = queuesOf()
    queues.push("A", one("bulk", 1000))
    const group = queues.take(1) ?? []
    for (const partner of ["B", "C"]) queues.push(partner, one("bulk", 1000))
    for (const { queue } of group) queues.rest(queue)
    queues.release(group)
    assert.deepEqual([queues.isEmpty, queues.take(1), queues.waiting], [true, undefined, 2000])
    for (const name of ["d1", "d2", "d3"]) {
      queues.push("D", one(name))
      assert.equal(queues.isEmpty, false)
      assert.deepEqual(written(queues), [`D: ${name}`])
    }
    for (const { queue } of group) queues.endRest(queue)
    assert.deepEqual(written(queues), ["B: bulk"])
    assert.deepEqual(written(queues), ["C: bulk"])
    assert.deepEqual([queues.waiting, queues.isEmpty], [0, true])
  })

  it("while a partner rests, a bulk does not join the group of its partner's small submission", () => {
    const queues = queuesOf()
    queues.push("A", one("a"))
    const group = queues.take(1) ?? []
    for (const { queue } of group) queues.rest(queue)
    queues.release(group)
    queues.push("B", one("b1"))
    queues.push("B", one("bulk", 100))
    assert.deepEqual(written(queues), ["B: b1"])
    assert.equal(written(queues), undefined)
    queues.push("C", one("c1"))
    queues.push("C", one("bulk", 100))
    queues.push("D", one("d1"))
    assert.deepEqual(written(queues), ["C: c1", "D: d1"])
    assert.equal(written(queues), undefined)
    queues.endRests()
    assert.deepEqual(written(queues), ["B: bulk"])
    assert.deepEqual(written(queues), ["C: bulk"])
  })

  it("bulks wait until the last rest has ended", () => {
    const queues = queuesOf()
    for (const partner of ["A", "B"]) queues.push(partner, one("x"))
    const group = queues.take(1) ?? []
    for (const { queue } of group) queues.rest(queue)
    queues.release(group)
    queues.push("C", one("bulk", 1000))
    for (const { queue } of group) {
      assert.equal(queues.isEmpty, true)
      queues.endRest(queue)
      queues.endRest(queue)
    }
    assert.deepEqual(written(queues), ["C: bulk"])
  })

  it("ending a rest a second time does nothing: its partner may have another queue by then", () => {
    const queues = queuesOf()
    queues.push("A", one("a1"))
    queues.push("B", one("b1"))
    const group = queues.take(1) ?? []
    for (const { queue } of group) queues.rest(queue)
    queues.release(group)
    queues.endRests()
    const next = queues.take(1)
    assert.equal(next, undefined)
    queues.push("A", one("a2"))
    for (const { queue } of group) queues.endRest(queue)
    assert.equal(queues.waitingOf("A"), 1)
    assert.deepEqual(written(queues), ["A: a2"])
  })

  it("a small submission goes before a bulk that came first, once", () => {
    const queues = queuesOf()
    queues.push("A", { name: "bulk", size: 65 })
    queues.push("B", one("b1"))
    assert.deepEqual(written(queues), ["B: b1"])
    queues.push("B", one("b2"))
    assert.deepEqual(written(queues), ["A: bulk"])
    assert.deepEqual(written(queues), ["B: b2"])
  })

  it("never mixes partners when it is told so", () => {
    const queues = queuesOf()
    for (const partner of ["A", "B", "C"]) queues.push(partner, one("x"))
    for (const partner of ["A", "B", "C"]) assert.deepEqual(written(queues, false), [`${partner}: x`])
  })
})

describe("the rest after a group", () => {
  const restsOf = (...submitted: ReadonlyArray<readonly [partner: string, at: number, size?: number]>) => {
    const rests = new Rests()
    for (const [partner, at, size = 1] of submitted) rests.submitted(partner, size, at)
    return rests
  }

  it("is what a partner had beyond the half, if another one was active lately", () => {
    const rests = restsOf(["B", 0], ["A", 10])
    assert.equal(rests.after("A", 1, 40, 50), 20)
    assert.equal(rests.after("A", 3 / 4, 40, 50), 10)
    assert.equal(rests.after("B", 1 / 4, 40, 50), 0)
    for (const partner of ["A", "B"]) assert.equal(rests.after(partner, 1 / 2, 40, 50), 0)
  })

  it("is none for a partner alone, after others have gone, and after a short group", () => {
    assert.equal(restsOf().after("A", 1, 40, 50), 0)
    assert.equal(restsOf(["A", 0], ["A", 10]).after("A", 1, 40, 50), 0)
    assert.equal(restsOf(["B", 0], ["A", 10]).after("A", 1, 40, 291), 0)
    assert.equal(restsOf(["B", 0], ["A", 10]).after("A", 1, 40, 290), 20)
    assert.equal(restsOf(["B", 0], ["A", 10]).after("A", 1, 3, 20), 0)
    assert.equal(restsOf(["B", 0], ["A", 10]).after("A", 1, 4, 20), 2)
  })

  it("is none while the other partners submit bulks alone", () => {
    assert.equal(restsOf(["B", 0, 65], ["A", 10, 1000]).after("A", 1, 40, 50), 0)
    assert.equal(restsOf(["B", 0, 64], ["C", 5, 1000], ["A", 10, 1000]).after("A", 1, 40, 50), 20)
  })

  it("is short also after a group that took long, because another process had the database", () => {
    assert.equal(restsOf(["B", 0], ["A", 10]).after("A", 1, 5000, 5010), 200)
  })

  it("is half of the time of a bulk on a slow machine, too", () => {
    assert.equal(restsOf(["B", 0], ["A", 10]).after("A", 1, 300, 310), 150)
  })

  it("knows the last of another partner also after many of its own", () => {
    const rests = restsOf(["B", 0], ["A", 10], ["A", 20], ["B", 30], ["A", 40], ["A", 50])
    assert.equal(rests.after("A", 1, 40, 320), 20)
    assert.equal(rests.after("A", 1, 40, 321), 0)
    assert.equal(rests.after("B", 1, 40, 340), 20)
  })
})
