import assert from "node:assert/strict"
import { Deferred, Effect, Fiber } from "effect"
import { FoldQueue } from "../../lib/boards/FoldScheduler.ts"
import { PartnerId } from "../../lib/rewards/Id.ts"
import { describe, it } from "../support/effect.ts"

const [a, b, c] = [1, 2, 3].map((n) => PartnerId.make(`0198000${n}-0000-7000-8000-000000000000`))
assert.ok(a && b && c)

const take = (queue: FoldQueue, count: number) =>
  Effect.map(Effect.all(Array.from({ length: count }, () => queue.next)), (all) =>
    all.map(({ partnerId }) => partnerId)
  )

describe("the order of folds", () => {
  it.live("a partner that a read requested comes before those that are due, and each comes once", () =>
    Effect.gen(function* () {
      const queue = new FoldQueue(10)
      queue.moved(a, 10)
      queue.moved(a, 10)
      queue.moved(b, 10)
      yield* queue.request(c)
      yield* queue.request(c)
      queue.moved(c, 10)
      assert.deepEqual(yield* take(queue, 3), [c, a, b])
      const idle = yield* Effect.fork(queue.next)
      yield* Effect.yieldNow()
      assert.equal(yield* Fiber.poll(idle).pipe(Effect.map(({ _tag }) => _tag)), "None")
      yield* Fiber.interrupt(idle)
    })
  )

  it.live("reads of some partners do not keep another from its turn", () =>
    Effect.gen(function* () {
      const queue = new FoldQueue(10)
      yield* queue.request(a)
      yield* queue.request(b)
      queue.moved(c, 10)
      const order = []
      for (let turn = 0; turn < 4; turn++) {
        const { partnerId } = yield* queue.next
        order.push(partnerId)
        if (partnerId !== c) yield* queue.request(partnerId)
      }
      assert.deepEqual(order, [a, c, b, a])
    })
  )

  it.live(
    "a partner that is due and requested is folded once, and the reads that wait for it are served",
    () =>
      Effect.gen(function* () {
        const queue = new FoldQueue(10)
        yield* queue.request(a)
        queue.moved(b, 10)
        const done = yield* queue.request(b)
        yield* queue.request(c)
        assert.equal((yield* queue.next).partnerId, a)
        assert.deepEqual(yield* queue.next, { partnerId: b, waiting: [{ done }] })
        assert.deepEqual(yield* take(queue, 1), [c])
      })
  )

  it.live(
    "one fold serves all reads that requested it before, and none that requested it during the fold",
    () =>
      Effect.gen(function* () {
        const queue = new FoldQueue(10)
        const [one, two] = [yield* queue.request(a), yield* queue.request(a)]
        const first = yield* queue.next
        assert.deepEqual(first.waiting, [{ done: one }, { done: two }])
        const three = yield* queue.request(a)
        assert.deepEqual((yield* queue.next).waiting, [{ done: three }])
      })
  )

  it.live("a partner with more to fold goes behind the others", () =>
    Effect.gen(function* () {
      const queue = new FoldQueue(10)
      yield* queue.request(a)
      yield* queue.request(b)
      const first = yield* queue.next
      queue.add(first)
      assert.deepEqual(yield* take(queue, 2), [b, a])
    })
  )

  it.live(
    "reads that are queued again keep what they wait for, beside reads that requested the partner in the meantime",
    () =>
      Effect.gen(function* () {
        const queue = new FoldQueue(10)
        const one = yield* queue.request(a)
        const locked = { since: 5, transfers: [{ accountId: "x", since: 1, until: 2 }] }
        const { waiting } = yield* queue.next
        const two = yield* queue.request(a)
        queue.add({ partnerId: a, waiting: waiting.map((each) => ({ ...each, locked })) })
        assert.deepEqual((yield* queue.next).waiting, [{ done: two }, { done: one, locked }])
      })
  )

  it.live("few transfers are due after a while, many at once", () =>
    Effect.gen(function* () {
      const queue = new FoldQueue(10)
      queue.moved(a, 9)
      const next = yield* Effect.fork(queue.next)
      yield* Effect.yieldNow()
      assert.equal(yield* Fiber.poll(next).pipe(Effect.map(({ _tag }) => _tag)), "None")
      queue.moved(a, 1)
      assert.equal((yield* Fiber.join(next)).partnerId, a)
      queue.moved(b, 1)
      queue.moved(c, 1)
      yield* queue.addMovedAfter(1)
      assert.deepEqual(yield* take(queue, 2), [b, c])
      // Neither is due a second time.
      queue.moved(a, 1)
      yield* queue.addMovedAfter(1)
      assert.deepEqual(yield* take(queue, 1), [a])
      const idle = yield* Effect.fork(queue.next)
      yield* Effect.yieldNow()
      assert.equal(yield* Fiber.poll(idle).pipe(Effect.map(({ _tag }) => _tag)), "None")
      yield* Fiber.interrupt(idle)
    })
  )

  it.live("transfers before a partner is taken are folded with it, and do not make it due again", () =>
    Effect.gen(function* () {
      const queue = new FoldQueue(10)
      queue.moved(a, 3)
      yield* queue.request(a)
      queue.moved(b, 10)
      queue.moved(b, 3)
      assert.deepEqual(yield* take(queue, 2), [a, b])
      queue.moved(c, 1)
      yield* queue.addMovedAfter(1)
      assert.deepEqual(yield* take(queue, 1), [c])
      const idle = yield* Effect.fork(queue.next)
      yield* Effect.yieldNow()
      assert.equal(yield* Fiber.poll(idle).pipe(Effect.map(({ _tag }) => _tag)), "None")
      yield* Fiber.interrupt(idle)
    })
  )

  it.live("workers that wait are woken by a request", () =>
    Effect.gen(function* () {
      const queue = new FoldQueue(10)
      const workers = yield* Effect.fork(Effect.all([queue.next, queue.next], { concurrency: 2 }))
      yield* Effect.yieldNow()
      const done = yield* queue.request(a)
      yield* queue.request(b)
      const taken = yield* Fiber.join(workers)
      assert.deepEqual(taken.map(({ partnerId }) => partnerId).toSorted(), [a, b])
      assert.equal(yield* Deferred.isDone(done), false)
    })
  )
})
