import assert from "node:assert/strict"
import { Deferred, Effect, Exit, Layer, Scope } from "effect"
import type { Mail } from "../../../../lib/accounts/mail/Mail.ts"
import { Mails } from "../../../../lib/accounts/mail/Mails.ts"
import { it } from "../../../support/effect.ts"
import { inTime } from "../../../support/wait.ts"
import type { MakeClient } from "../../../support/world.ts"
import { eventually, listAll, outboxOn, write, writeMany } from "../outbox.ts"
import { deaf, type Send, senderOn, sentOf } from "../sender.ts"

/** Several senders on one database, concurrently or one after the other. */
export const senders = (makeClient: MakeClient): void => {
  const client = Effect.promise(makeClient)

  it.live("several senders on one database send every mail once", () =>
    Effect.gen(function* () {
      const database = yield* client
      const received: Array<Mail> = []
      yield* Effect.provide(writeMany(90), outboxOn(database))
      const send: Send = (mail) => Effect.zipRight(Effect.yieldNow(), sentOf(received)(mail))
      const senders = yield* Effect.replicateEffect(Layer.build(senderOn(database, send)), 3)
      const [first] = senders
      assert.ok(first)
      yield* Effect.provide(
        eventually((mails) => mails.every(({ state }) => state === "sent")),
        first
      )
      assert.equal(received.length, 90)
      assert.equal(new Set(received.map(({ id }) => id)).size, 90)
      const mails = yield* Effect.provide(listAll, first)
      assert.deepEqual(
        mails.map(({ attempts }) => attempts),
        Array(90).fill(1)
      )
    })
  )

  it.live("mails that wait already are sent at the same time, as many as there are slots", () =>
    Effect.gen(function* () {
      const database = yield* client
      yield* Effect.provide(writeMany(3), outboxOn(database))
      const begun: Array<string> = []
      const all = yield* Deferred.make<void>()
      const send: Send = ({ to }) =>
        Effect.suspend(() => {
          begun.push(to)
          return begun.length < 3 ? Deferred.await(all) : Effect.asVoid(Deferred.succeed(all, undefined))
        })
      const context = yield* Layer.build(senderOn(database, send, { ...deaf, slots: 3 }))
      yield* inTime("three mails to be sent at once", { seen: () => begun })(Deferred.await(all))
      yield* Effect.provide(
        eventually((mails) => mails.every(({ state }) => state === "sent")),
        context
      )
    })
  )

  it.live("concurrent claimers never get the same mail, and miss none", () =>
    Effect.gen(function* () {
      const database = yield* client
      const contexts = yield* Effect.replicateEffect(Layer.build(outboxOn(database)), 3)
      const claims = contexts.flatMap((context) =>
        Array.from({ length: 8 }, () =>
          Effect.provide(
            Effect.flatMap(Mails, (mails) => mails.claim(3, "2 minutes")),
            context
          )
        )
      )
      const [first] = contexts
      assert.ok(first)
      yield* Effect.provide(writeMany(100), first)
      const claimed: Array<string> = []
      while (claimed.length < 100) {
        const groups = yield* Effect.all(claims, { concurrency: "unbounded" })
        const ids = groups.flat().map(({ id }) => id)
        assert.ok(groups.every((group) => group.length <= 3))
        assert.ok(ids.length > 0, `only ${claimed.length} of 100 could be claimed`)
        claimed.push(...ids)
      }
      assert.equal(new Set(claimed).size, 100)
    })
  )

  it.live("a sender that stops finishes what it can, and leaves the rest to the next", () =>
    Effect.gen(function* () {
      const database = yield* client
      const received: Array<Mail> = []
      const underWay = yield* Effect.all([Deferred.make<void>(), Deferred.make<void>()])
      const finish = yield* Deferred.make<void>()
      const send: Send = (mail) => {
        const [slow, stuck] = underWay
        return mail.to.startsWith("slow")
          ? Effect.zipRight(
              Deferred.succeed(slow, undefined),
              Effect.zipRight(Deferred.await(finish), sentOf(received)(mail))
            )
          : Effect.zipRight(Deferred.succeed(stuck, undefined), Effect.never)
      }
      const scope = yield* Scope.make()
      const options = { ...deaf, slots: 2, grace: "200 millis" } as const
      const context = yield* Layer.buildWithScope(senderOn(database, send, options), scope)
      yield* Effect.provide(
        Effect.all([write("slow@mail.example"), write("stuck@mail.example"), write("third@mail.example")]),
        context
      )
      yield* inTime("two mails under way")(Effect.all(underWay.map(Deferred.await)))
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* Deferred.succeed(finish, undefined)
      yield* closing
      const mails = yield* Effect.provide(listAll, outboxOn(database))
      assert.deepEqual(mails.map(({ to, state }) => [to, state]).toReversed(), [
        ["slow@mail.example", "sent"],
        ["stuck@mail.example", "waiting"],
        ["third@mail.example", "waiting"]
      ])
      const next = yield* Layer.build(senderOn(database, sentOf(received)))
      yield* Effect.provide(
        eventually((all) => all.every(({ state }) => state === "sent")),
        next
      )
      assert.deepEqual(received.map(({ to }) => to).toSorted(), [
        "slow@mail.example",
        "stuck@mail.example",
        "third@mail.example"
      ])
    })
  )
}
