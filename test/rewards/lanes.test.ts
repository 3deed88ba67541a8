import assert from "node:assert/strict"
import { Lanes, type Part, type Sized } from "../../lib/rewards/journal/GroupCommit/Lanes.ts"
import { describe, it } from "../support/effect.ts"

interface One extends Sized {
  readonly name: string
}

const lanesOf = (mixPartners = true) => new Lanes<One>({ maxGroup: 1000, mixPartners })
const one = (name: string, size = 1): One => ({ name, size })
const namesOf = (group: ReadonlyArray<Part<One>> | undefined) =>
  group?.map(({ lane, submissions }) => `${lane.partner}: ${submissions.map(({ name }) => name).join(" ")}`)

/** Takes a group with one free writer, and releases it. */
const written = (lanes: Lanes<One>) => {
  const group = lanes.take(1)
  if (group !== undefined) lanes.release(group)
  return namesOf(group)
}

describe("the queues of partners", () => {
  it("a partner alone gets all that it has, up to a group, in the order of arrival", () => {
    const lanes = lanesOf()
    for (const name of ["a1", "a2", "a3"]) lanes.push("A", one(name, 400))
    assert.deepEqual(written(lanes), ["A: a1 a2"])
    assert.deepEqual(written(lanes), ["A: a3"])
    assert.equal(written(lanes), undefined)
    assert.deepEqual([lanes.waiting, lanes.isEmpty], [0, true])
  })

  it("a submission that is larger than a group is a group of its own, and keeps its turn", () => {
    const lanes = lanesOf()
    for (const [name, size] of [
      ["a1", 999],
      ["bulk", 1001],
      ["a2", 2]
    ] as const)
      lanes.push("A", one(name, size))
    for (const name of ["a1", "bulk", "a2"]) assert.deepEqual(written(lanes), [`A: ${name}`])
    assert.deepEqual([lanes.waiting, lanes.isEmpty], [0, true])
  })

  it("a partner has one group at a time", () => {
    const lanes = lanesOf()
    lanes.push("A", one("a1"))
    const first = lanes.take(3)
    lanes.push("A", one("a2"))
    assert.equal(lanes.take(3), undefined)
    lanes.release(first ?? [])
    assert.deepEqual(namesOf(lanes.take(3)), ["A: a2"])
  })

  it("small submissions of several partners share a group while there are fewer writers than partners", () => {
    const lanes = lanesOf()
    for (const partner of ["A", "B", "C"]) lanes.push(partner, one("x"))
    assert.deepEqual(namesOf(lanes.take(1)), ["A: x", "B: x", "C: x"])
    for (const partner of ["D", "E"]) lanes.push(partner, one("x"))
    assert.deepEqual(namesOf(lanes.take(2)), ["D: x"])
  })

  it("at most one bulk of another partner is written before a small submission, and a bulk is not passed over twice", () => {
    const lanes = lanesOf()
    for (let bulk = 1; bulk <= 3; bulk++) lanes.push("A", one(`bulk${bulk}`, 1000))
    const inFlight = lanes.take(1)
    assert.deepEqual(namesOf(inFlight), ["A: bulk1"])
    lanes.push("B", one("b1"))
    lanes.release(inFlight ?? [])
    assert.deepEqual(written(lanes), ["B: b1"])
    lanes.push("B", one("b2"))
    assert.deepEqual(written(lanes), ["B: b2"])
    lanes.push("C", one("c1"))
    assert.deepEqual(written(lanes), ["A: bulk2"])
    assert.deepEqual(written(lanes), ["C: c1"])
    assert.deepEqual(written(lanes), ["A: bulk3"])
  })

  it("every partner gets a share of a mixed group", () => {
    const lanes = lanesOf()
    for (let index = 0; index < 2000; index++) lanes.push("A", one(`a${index}`))
    lanes.push("B", one("b"))
    const group = lanes.take(1) ?? []
    assert.deepEqual(
      group.map(({ submissions }) => submissions.length),
      [500, 1]
    )
  })

  it("a mixed group has at most the commands of one group, also where partners have submissions of several", () => {
    const lanes = new Lanes<One>({ maxGroup: 100, mixPartners: true })
    for (const partner of ["A", "B", "C"]) for (const name of ["1", "2"]) lanes.push(partner, one(name, 40))
    assert.deepEqual(namesOf(lanes.take(1)), ["A: 1", "B: 1"])
    const more = new Lanes<One>({ maxGroup: 100, mixPartners: true })
    more.push("A", one("1", 60))
    for (const name of ["1", "2", "3", "4"]) more.push("B", one(name, 15))
    assert.deepEqual(namesOf(more.take(1)), ["A: 1", "B: 1 2"])
  })

  it("a group that is split goes back to the front, and each partner's next group is its own", () => {
    const lanes = lanesOf()
    for (const partner of ["A", "B", "C"]) lanes.push(partner, one(`${partner}1`))
    const mixed = lanes.take(1) ?? []
    lanes.push("A", one("A2"))
    lanes.split(mixed)
    assert.deepEqual(written(lanes), ["A: A1 A2"])
    assert.deepEqual(written(lanes), ["B: B1"])
    assert.deepEqual(written(lanes), ["C: C1"])
    for (const partner of ["A", "B"]) lanes.push(partner, one("x"))
    assert.deepEqual(written(lanes), ["A: x", "B: x"])
  })

  it("never mixes partners when it is told so", () => {
    const lanes = lanesOf(false)
    for (const partner of ["A", "B", "C"]) lanes.push(partner, one("x"))
    for (const partner of ["A", "B", "C"]) assert.deepEqual(written(lanes), [`${partner}: x`])
  })
})
