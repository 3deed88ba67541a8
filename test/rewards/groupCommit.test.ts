import assert from "node:assert/strict"
import { Deferred, Duration, Effect, Exit, Fiber, Option, Scope } from "effect"
import * as GroupCommit from "../../lib/rewards/commands/GroupCommit.ts"
import { DatabaseUnavailable, LockTimeout, TransactionConflict } from "../../lib/sql/Errors.ts"
import type { DatabaseFailure } from "../../lib/sql/Failure.ts"
import { describe, it } from "../support/effect.ts"
import { refused } from "../support/expect.ts"
import { inTime, repeatUntil } from "../support/wait.ts"

type Write = (
  items: ReadonlyArray<string>
) => Effect.Effect<ReadonlyArray<string> | undefined, DatabaseFailure>

const answer = (items: ReadonlyArray<string>) => items.map((item) => `${item}!`)
const accept: Write = (items) => Effect.succeed(answer(items))

/** Groups that are written by a function, and those that were tried, in their order. */
const groupsOf = (
  write: Write,
  options: GroupCommit.GroupCommitOptions = {},
  isBlocked = (item: string) => item.startsWith("held")
) =>
  Effect.gen(function* () {
    const tried: Array<ReadonlyArray<string>> = []
    const { pending, submit } = yield* GroupCommit.make<string, string>(
      {
        write: (items) =>
          Effect.suspend(() => {
            tried.push(items)
            return write(items)
          }),
        isBlocked: (items) => Effect.sync(() => items.map(isBlocked))
      },
      options
    )
    /** Submits items of one command, at once, and returns their outcomes. */
    const all = (items: ReadonlyArray<string>, partnerOf = (_: string) => "shop") =>
      Effect.all(
        items.map((item) => Effect.exit(submit(partnerOf(item), item, 1))),
        { concurrency: "unbounded" }
      )
    /** Returns when so many commands have no outcome yet. */
    const waiting = (count: number) =>
      repeatUntil(`${count} commands without an outcome`, Effect.sync(pending), (left) => left === count)
    return { tried, pending, submit, all, waiting }
  })

/** A function that waits before it writes, until it is let go. */
const gate = Effect.gen(function* () {
  const [begun, open] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const write: Write = (items) =>
    Effect.zipRight(Deferred.succeed(begun, undefined), Effect.as(Deferred.await(open), answer(items)))
  return {
    write,
    begun: inTime("the write to begin")(Deferred.await(begun)),
    open: Deferred.succeed(open, undefined)
  }
})

const tagOf = (exit: Exit.Exit<string, { readonly _tag: string }>): string =>
  Exit.match(exit, {
    onSuccess: (value) => value,
    onFailure: (cause) => (cause._tag === "Fail" ? cause.error._tag : cause._tag)
  })

const failing =
  (failure: DatabaseFailure, fails: (items: ReadonlyArray<string>) => boolean): Write =>
  (items) =>
    fails(items) ? Effect.fail(failure) : accept(items)

describe("groups", () => {
  it.live(
    "what is submitted while a group is written is the next group, and every caller gets its own outcome",
    () =>
      Effect.gen(function* () {
        const { begun, open, write } = yield* gate
        const { all, pending, submit, tried, waiting } = yield* groupsOf(write)
        const first = yield* Effect.fork(submit("shop", "a", 1))
        yield* begun
        const rest = yield* Effect.fork(all(["b", "c", "d"]))
        yield* waiting(4)
        yield* open
        assert.equal(yield* Fiber.join(first), "a!")
        assert.deepEqual((yield* Fiber.join(rest)).map(tagOf), ["b!", "c!", "d!"])
        assert.deepEqual(tried, [["a"], ["b", "c", "d"]])
        assert.equal(pending(), 0)
      })
  )

  it.live("a group has at most its size, and a larger submission is one by itself", () =>
    Effect.gen(function* () {
      const { begun, open, write } = yield* gate
      const { submit, tried, waiting } = yield* groupsOf(write, { maxGroup: 3 })
      const first = yield* Effect.fork(submit("shop", "first", 1))
      yield* begun
      const sizes = { a: 1, b: 2, c: 1, d: 9, e: 3 }
      const rest = yield* Effect.fork(
        Effect.all(
          Object.entries(sizes).map(([item, size]) => submit("shop", item, size)),
          { concurrency: "unbounded" }
        )
      )
      yield* waiting(17)
      yield* open
      yield* Fiber.join(first)
      yield* Fiber.join(rest)
      assert.deepEqual(tried, [["first"], ["a", "b"], ["c"], ["d"], ["e"]])
    })
  )

  it.live("as many commands wait as there is room for, of all partners and of each, and not one more", () =>
    Effect.gen(function* () {
      const { begun, open, write } = yield* gate
      const { submit, waiting } = yield* groupsOf(write, { capacity: 10, partnerCapacity: 6 })
      const callers = [yield* Effect.fork(submit("first", "x", 1))]
      yield* begun
      callers.push(yield* Effect.fork(submit("one", "a", 6)))
      yield* waiting(7)
      const full = yield* refused("QueueFull")(submit("one", "b", 1))
      assert.equal(full.capacity, 6)
      callers.push(yield* Effect.fork(submit("two", "c", 4)))
      yield* waiting(11)
      const fullForAll = yield* refused("QueueFull")(submit("three", "d", 1))
      assert.equal(fullForAll.capacity, 10)
      yield* open
      yield* Effect.forEach(callers, Fiber.join)
      assert.equal(yield* submit("one", "b", 6), "b!")
    })
  )

  it.live("a partner may fill half of the room", () =>
    Effect.gen(function* () {
      const { begun, open, write } = yield* gate
      const { submit, waiting } = yield* groupsOf(write, { capacity: 11 })
      const callers = [yield* Effect.fork(submit("first", "x", 1))]
      yield* begun
      callers.push(yield* Effect.fork(submit("one", "a", 6)))
      yield* waiting(7)
      yield* refused("QueueFull")(submit("one", "b", 1))
      yield* open
      yield* Effect.forEach(callers, Fiber.join)
    })
  )

  it.live("as many groups of different partners are written at once as there are writers", () =>
    Effect.gen(function* () {
      let [busy, most] = [0, 0]
      const write: Write = (items) =>
        Effect.gen(function* () {
          most = Math.max(most, ++busy)
          yield* Effect.sleep(5)
          busy -= 1
          return answer(items)
        })
      for (const writers of [1, 2, 3]) {
        most = 0
        const { all } = yield* groupsOf(write, { writers, mixPartners: false })
        const items = Array.from({ length: 12 }, (_, index) => `${index}`)
        const exits = yield* all(items, (item) => `partner ${Number(item) % 6}`)
        assert.ok(exits.every(Exit.isSuccess))
        assert.equal(most, writers)
      }
    })
  )

  it.live("the usual number of writers can change, and the option takes precedence", () =>
    Effect.gen(function* () {
      let [busy, most, usual] = [0, 0, 1]
      const open = (options: GroupCommit.GroupCommitOptions) =>
        GroupCommit.make<string, string>(
          {
            write: (items) =>
              Effect.gen(function* () {
                most = Math.max(most, ++busy)
                yield* Effect.sleep(5)
                busy -= 1
                return answer(items)
              }),
            isBlocked: () => Effect.succeed([]),
            canMix: () => false,
            writers: () => usual
          },
          options
        )
      const partners = Array.from({ length: 12 }, (_, index) => `partner ${index}`)
      const mostOf = ({ submit }: GroupCommit.GroupCommit<string, string>) =>
        Effect.gen(function* () {
          most = 0
          yield* Effect.all(
            partners.map((partner) => submit(partner, "a", 1)),
            { concurrency: "unbounded" }
          )
          return most
        })
      const groups = yield* open({})
      assert.equal(yield* mostOf(groups), 1)
      usual = 4
      assert.equal(yield* mostOf(groups), 4)
      assert.equal(yield* mostOf(yield* open({ writers: 2 })), 2)
    })
  )

  it.live("each partner has a group of its own while there are writers for all", () =>
    Effect.gen(function* () {
      const { all, tried } = yield* groupsOf(accept, { writers: 3 })
      yield* all(["a", "b", "c"], (item) => item)
      assert.deepEqual(tried, [["a"], ["b"], ["c"]])
    })
  )

  it.live("while the writer has other work to do for a partner, the other partners take turns with it", () =>
    Effect.gen(function* () {
      let left = 3
      const { all, tried } = yield* groupsOf((items) =>
        items.some((item) => item.startsWith("due")) && left-- > 0 ? Effect.succeed(undefined) : accept(items)
      )
      const partnerOf = (item: string) => (item.startsWith("other") ? item : "shop")
      const items = ["first", "due 1", "due 2", "other 1", "other 2"]
      assert.deepEqual((yield* all(items, partnerOf)).map(tagOf), answer(items))
      const due = ["due 1", "due 2"]
      assert.deepEqual(tried, [
        ["first", ...due, "other 1", "other 2"],
        ["first", ...due],
        ["other 1"],
        ["other 2"],
        ["first", ...due],
        ["first", ...due]
      ])
    })
  )

  it.live("what is written alone after a defect may have other work to do first, and keeps its order", () =>
    Effect.gen(function* () {
      let left = 2
      const { all, tried } = yield* groupsOf((items) => {
        if (items.includes("bad")) return Effect.die("a defect")
        return items.includes("due") && left-- > 0 ? Effect.succeed(undefined) : accept(items)
      })
      const outcomes = yield* all(["a", "bad", "due", "b"])
      assert.deepEqual(outcomes.map(tagOf), ["a!", "Die", "due!", "b!"])
      assert.deepEqual(tried, [["a", "bad", "due", "b"], ["a"], ["bad"], ["due"], ["due", "b"], ["due", "b"]])
    })
  )

  it.live("what is written after a lock time-out may have other work to do first", () =>
    Effect.gen(function* () {
      let left = 1
      const { all, tried } = yield* groupsOf((items) => {
        if (items.includes("held")) return Effect.fail(new LockTimeout())
        return left-- > 0 ? Effect.succeed(undefined) : accept(items)
      })
      assert.deepEqual((yield* all(["a", "held", "b"])).map(tagOf), ["a!", "LockTimeout", "b!"])
      assert.deepEqual(tried, [
        ["a", "held", "b"],
        ["a", "b"],
        ["a", "b"]
      ])
    })
  )

  it.live("a caller that is interrupted stops waiting, and what it submitted is written", () =>
    Effect.gen(function* () {
      const { begun, open, write } = yield* gate
      const { submit, tried, waiting } = yield* groupsOf(write)
      const first = yield* Effect.fork(submit("shop", "a", 1))
      yield* begun
      const second = yield* Effect.fork(submit("shop", "b", 1))
      yield* waiting(2)
      yield* Fiber.interrupt(second)
      yield* open
      yield* Fiber.join(first)
      yield* waiting(0)
      assert.deepEqual(tried, [["a"], ["b"]])
    })
  )
})

describe("a group that fails", () => {
  it.live("is written one by one after a defect or a conflict, so that only those at fault fail", () =>
    Effect.gen(function* () {
      const conflict = new TransactionConflict({ reason: "again" })
      const writes: ReadonlyArray<readonly [Write, string]> = [
        [failing(conflict, (items) => items.includes("bad")), "TransactionConflict"],
        [(items) => (items.includes("bad") ? Effect.die("broken") : accept(items)), "Die"]
      ]
      for (const [write, tag] of writes) {
        const { all, pending, tried } = yield* groupsOf(write)
        assert.deepEqual((yield* all(["a", "bad", "c"])).map(tagOf), ["a!", tag, "c!"])
        assert.deepEqual(tried, [["a", "bad", "c"], ["a"], ["bad"], ["c"]])
        assert.equal(pending(), 0)
        // Alone it is not tried again, and the partner goes on.
        tried.length = 0
        assert.deepEqual((yield* all(["bad"])).map(tagOf), [tag])
        assert.deepEqual((yield* all(["d"])).map(tagOf), ["d!"])
        assert.deepEqual(tried, [["bad"], ["d"]])
      }
    })
  )

  it.live("for another reason fails as a whole", () =>
    Effect.gen(function* () {
      const { all, tried } = yield* groupsOf(
        failing(new DatabaseUnavailable({ reason: "gone", committed: "unknown" }), (items) =>
          items.includes("bad")
        )
      )
      assert.deepEqual((yield* all(["a", "bad"])).map(tagOf), ["DatabaseUnavailable", "DatabaseUnavailable"])
      assert.deepEqual(tried, [["a", "bad"]])
    })
  )

  it.live("over a held row is written without those who need the row", () =>
    Effect.gen(function* () {
      const { all, tried } = yield* groupsOf(
        failing(new LockTimeout(), (items) => items.some((item) => item.startsWith("held")))
      )
      assert.deepEqual((yield* all(["a", "held", "c"])).map(tagOf), ["a!", "LockTimeout", "c!"])
      assert.deepEqual(tried, [
        ["a", "held", "c"],
        ["a", "c"]
      ])
      // Where all of them need it, nothing is left to write.
      tried.length = 0
      assert.deepEqual((yield* all(["held 1", "held 2"])).map(tagOf), ["LockTimeout", "LockTimeout"])
      assert.equal(tried.length, 1)
      assert.deepEqual((yield* all(["d"])).map(tagOf), ["d!"])
    })
  )

  it.live("over a held row, of several partners, is split by partner first", () =>
    Effect.gen(function* () {
      const { begun, open, write } = yield* gate
      const timeOut = failing(new LockTimeout(), (items) => items.some((item) => item.startsWith("held")))
      const { all, submit, tried, waiting } = yield* groupsOf((items) =>
        items.includes("first") ? write(items) : timeOut(items)
      )
      const first = yield* Effect.fork(submit("zero", "first", 1))
      yield* begun
      const rest = yield* Effect.fork(all(["a", "held", "c"], (item) => item))
      yield* waiting(4)
      yield* open
      yield* Fiber.join(first)
      assert.deepEqual((yield* Fiber.join(rest)).map(tagOf), ["a!", "LockTimeout", "c!"])
      assert.deepEqual(tried, [["first"], ["a", "held", "c"], ["a"], ["held"], ["c"]])
    })
  )
})

describe("a group that waited for a held row too long", () => {
  it.live("is not written again if nothing tells who waits for it", () =>
    Effect.gen(function* () {
      const timeOut: Write = () => Effect.fail(new LockTimeout())
      const { submit, tried } = yield* groupsOf(timeOut, {}, () => assert.fail("it cannot be told"))
      yield* refused("LockTimeout")(submit("shop", "a", 1))
      assert.deepEqual(tried, [["a"]])
    })
  )
})

describe("one writer", () => {
  it.live(
    "starts no bulk of any partner for half of the last bulk's time while another partner is active",
    () =>
      Effect.gen(function* () {
        const written: Array<{ readonly began: number; readonly ended: number }> = []
        const write: Write = (items) =>
          Effect.gen(function* () {
            const began = performance.now()
            if (items.includes("bulk")) yield* Effect.sleep(40)
            if (items.includes("bulk")) written.push({ began, ended: performance.now() })
            return answer(items)
          })
        const { submit } = yield* groupsOf(write)
        const asked: Array<number> = []
        const small = Effect.suspend(() => {
          asked.push(performance.now())
          return submit("other", "small", 1)
        })
        const others = yield* Effect.fork(Effect.forever(Effect.zipRight(small, Effect.sleep(1))))
        const bulks = ["shop", "mall", "market", "shop", "mall"].map((partner) =>
          submit(partner, "bulk", 1000)
        )
        yield* Effect.all(bulks, { concurrency: "unbounded" })
        yield* Fiber.interrupt(others)
        let rested = 0
        written.slice(1).forEach(({ began }, index) => {
          const before = written[index]
          assert.ok(before !== undefined)
          // On a machine that is very busy, the other partner may seem to have left.
          const isActive = asked.some((at) => at < before.ended && before.ended - at < 200)
          if (!isActive) return
          rested += 1
          assert.ok(began - before.ended >= 19, `rested for ${began - before.ended} ms`)
        })
        assert.ok(rested > 0, "the other partner was never active")
      })
  )
})

describe("several writers", () => {
  it.live("let no partner rest after small submissions, though its group took long", () =>
    Effect.gen(function* () {
      const slowly: Write = (items) => Effect.delay(accept(items), items.includes("long") ? 120 : 0)
      const { all, submit, tried } = yield* groupsOf(slowly, { writers: 2 })
      yield* submit("another", "first", 1)
      yield* submit("shop", "long", 1)
      yield* all(["shop", "another"], (item) => item)
      assert.deepEqual(tried.slice(2).flat(), ["shop", "another"])
    })
  )

  it.live("start no bulk of any partner during the rest after a bulk, but small submissions", () =>
    Effect.gen(function* () {
      const slowly: Write = (items) => Effect.delay(accept(items), items.includes("long") ? 120 : 0)
      const { submit, tried } = yield* groupsOf(slowly, { writers: 2 })
      yield* submit("another", "first", 1)
      yield* submit("shop", "long", 1000)
      yield* Effect.all([submit("mall", "bulk", 1000), submit("another", "small", 1)], {
        concurrency: "unbounded"
      })
      assert.deepEqual(tried.slice(2).flat(), ["small", "bulk"])
    })
  )
})

describe("when groups are closed", () => {
  it.live("what was submitted is written first, and nothing more is taken", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { begun, open, write } = yield* gate
      const { submit, tried, waiting } = yield* Scope.extend(groupsOf(write), scope)
      const first = yield* Effect.fork(submit("shop", "a", 1))
      yield* begun
      const second = yield* Effect.fork(submit("shop", "b", 1))
      yield* waiting(2)
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* Effect.sleep(1)
      const { reason } = yield* refused("DatabaseUnavailable")(submit("shop", "c", 1))
      assert.equal(reason, "closed")
      assert.equal((yield* Fiber.poll(closing))._tag, "None")
      yield* open
      assert.deepEqual([yield* Fiber.join(first), yield* Fiber.join(second)], ["a!", "b!"])
      yield* Fiber.join(closing)
      assert.deepEqual(tried, [["a"], ["b"]])
    })
  )

  it.live("the last of several writers is waited for", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const gates = { a: yield* gate, b: yield* gate }
      const write: Write = (items) => (items.includes("a") ? gates.a : gates.b).write(items)
      const { submit } = yield* Scope.extend(groupsOf(write, { writers: 2 }), scope)
      const first = yield* Effect.fork(submit("one", "a", 1))
      const last = yield* Effect.fork(submit("another", "b", 1))
      yield* Effect.all([gates.a.begun, gates.b.begun])
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* gates.a.open
      yield* Fiber.join(first)
      // The first writer looks for more work, and ends.
      yield* Effect.sleep(10)
      assert.equal((yield* Fiber.poll(closing))._tag, "None")
      yield* gates.b.open
      assert.equal(yield* Fiber.join(last), "b!")
      yield* Fiber.join(closing)
    })
  )

  it.live("what a partner has submitted that rests is written too", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      // Long enough for the largest rest, which begins when the second group was written.
      const slowly: Write = (items) => Effect.delay(accept(items), items.includes("a") ? 120 : 0)
      const { submit } = yield* Scope.extend(groupsOf(slowly, { writers: 1 }), scope)
      yield* submit("another", "first", 1)
      yield* submit("shop", "a", 1)
      const resting = yield* Effect.fork(submit("shop", "b", 1))
      // The writer looks for more work, and ends.
      yield* Effect.sleep(10)
      yield* Scope.close(scope, Exit.void)
      assert.deepEqual(yield* Effect.map(Fiber.poll(resting), Option.map(tagOf)), Option.some("b!"))
    })
  )

  it.live("those that are idle close at once", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { submit } = yield* Scope.extend(groupsOf(accept), scope)
      assert.equal(yield* submit("shop", "a", 1), "a!")
      // The writer looks for more work, and ends.
      yield* Effect.sleep(10)
      const [waited] = yield* Effect.timed(Scope.close(scope, Exit.void))
      assert.ok(Duration.toSeconds(waited) < 2, `it waited for ${Duration.format(waited)}`)
    })
  )
})
