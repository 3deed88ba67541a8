import assert from "node:assert/strict"
import { Deferred, Effect, Fiber } from "effect"
import { Agenda } from "../../lib/boards/Folder/Agenda.ts"
import { PartnerId } from "../../lib/rewards/Id.ts"
import { describe, it } from "../support/effect.ts"

const [a, b, c] = [1, 2, 3].map((n) => PartnerId.make(`0198000${n}-0000-7000-8000-000000000000`))
assert.ok(a && b && c)

const take = (agenda: Agenda<never>, count: number) =>
  Effect.map(Effect.all(Array.from({ length: count }, () => agenda.next)), (all) =>
    all.map(({ partnerId }) => partnerId)
  )

describe("the order of folds", () => {
  it.live("a partner that is asked for comes before those that are due, and each comes once", () =>
    Effect.gen(function* () {
      const agenda = new Agenda<never>(10)
      agenda.moved(a, 10)
      agenda.moved(a, 10)
      agenda.moved(b, 10)
      yield* agenda.ask(c)
      yield* agenda.ask(c)
      agenda.moved(c, 10)
      assert.deepEqual(yield* take(agenda, 3), [c, a, b])
      const idle = yield* Effect.fork(agenda.next)
      yield* Effect.yieldNow()
      assert.equal(yield* Fiber.poll(idle).pipe(Effect.map(({ _tag }) => _tag)), "None")
      yield* Fiber.interrupt(idle)
    })
  )

  it.live("reads of some partners do not keep another from its turn", () =>
    Effect.gen(function* () {
      const agenda = new Agenda<never>(10)
      yield* agenda.ask(a)
      yield* agenda.ask(b)
      agenda.moved(c, 10)
      const order = []
      for (let turn = 0; turn < 4; turn++) {
        const { partnerId } = yield* agenda.next
        order.push(partnerId)
        if (partnerId !== c) yield* agenda.ask(partnerId)
      }
      assert.deepEqual(order, [a, c, b, a])
    })
  )

  it.live("a partner that is due and asked for is folded once, and those who wait are served", () =>
    Effect.gen(function* () {
      const agenda = new Agenda<never>(10)
      yield* agenda.ask(a)
      agenda.moved(b, 10)
      const done = yield* agenda.ask(b)
      yield* agenda.ask(c)
      assert.equal((yield* agenda.next).partnerId, a)
      assert.deepEqual(yield* agenda.next, { partnerId: b, waiting: [{ done }] })
      assert.deepEqual(yield* take(agenda, 1), [c])
    })
  )

  it.live("one fold serves all who asked before it, and none who asked during it", () =>
    Effect.gen(function* () {
      const agenda = new Agenda<never>(10)
      const [one, two] = [yield* agenda.ask(a), yield* agenda.ask(a)]
      const first = yield* agenda.next
      assert.deepEqual(first.waiting, [{ done: one }, { done: two }])
      const three = yield* agenda.ask(a)
      assert.deepEqual((yield* agenda.next).waiting, [{ done: three }])
    })
  )

  it.live("a partner with more to fold goes behind the others", () =>
    Effect.gen(function* () {
      const agenda = new Agenda<never>(10)
      yield* agenda.ask(a)
      yield* agenda.ask(b)
      const first = yield* agenda.next
      agenda.putBack(first)
      assert.deepEqual(yield* take(agenda, 2), [b, a])
    })
  )

  it.live("those who are put back keep what they wait for, beside those who asked meanwhile", () =>
    Effect.gen(function* () {
      const agenda = new Agenda<never>(10)
      const one = yield* agenda.ask(a)
      const held = { since: 5, until: [{ accountId: "x", since: 1, until: 2 }] }
      const { waiting } = yield* agenda.next
      const two = yield* agenda.ask(a)
      agenda.putBack({ partnerId: a, waiting: waiting.map((each) => ({ ...each, held })) })
      assert.deepEqual((yield* agenda.next).waiting, [{ done: two }, { done: one, held }])
    })
  )

  it.live("few transfers are due after a while, many at once", () =>
    Effect.gen(function* () {
      const agenda = new Agenda<never>(10)
      agenda.moved(a, 9)
      const next = yield* Effect.fork(agenda.next)
      yield* Effect.yieldNow()
      assert.equal(yield* Fiber.poll(next).pipe(Effect.map(({ _tag }) => _tag)), "None")
      agenda.moved(a, 1)
      assert.equal((yield* Fiber.join(next)).partnerId, a)
      agenda.moved(b, 1)
      agenda.moved(c, 1)
      yield* agenda.age(1)
      assert.deepEqual(yield* take(agenda, 2), [b, c])
      // Neither is due a second time.
      agenda.moved(a, 1)
      yield* agenda.age(1)
      assert.deepEqual(yield* take(agenda, 1), [a])
      const idle = yield* Effect.fork(agenda.next)
      yield* Effect.yieldNow()
      assert.equal(yield* Fiber.poll(idle).pipe(Effect.map(({ _tag }) => _tag)), "None")
      yield* Fiber.interrupt(idle)
    })
  )

  it.live("what moved before a partner is taken is folded with it, and makes it due no more", () =>
    Effect.gen(function* () {
      const agenda = new Agenda<never>(10)
      agenda.moved(a, 3)
      yield* agenda.ask(a)
      agenda.moved(b, 10)
      agenda.moved(b, 3)
      assert.deepEqual(yield* take(agenda, 2), [a, b])
      agenda.moved(c, 1)
      yield* agenda.age(1)
      assert.deepEqual(yield* take(agenda, 1), [c])
      const idle = yield* Effect.fork(agenda.next)
      yield* Effect.yieldNow()
      assert.equal(yield* Fiber.poll(idle).pipe(Effect.map(({ _tag }) => _tag)), "None")
      yield* Fiber.interrupt(idle)
    })
  )

  it.live("workers that wait are woken by an ask", () =>
    Effect.gen(function* () {
      const agenda = new Agenda<never>(10)
      const workers = yield* Effect.fork(Effect.all([agenda.next, agenda.next], { concurrency: 2 }))
      yield* Effect.yieldNow()
      const done = yield* agenda.ask(a)
      yield* agenda.ask(b)
      const taken = yield* Fiber.join(workers)
      assert.deepEqual(taken.map(({ partnerId }) => partnerId).toSorted(), [a, b])
      assert.equal(yield* Deferred.isDone(done), false)
    })
  )
})
