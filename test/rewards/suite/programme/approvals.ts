import assert from "node:assert/strict"
import { Effect, Either } from "effect"
import { Adjustments, Approvals, Settings } from "../../../../lib/index.ts"
import { PartnerId } from "../../../../lib/rewards/Id.ts"
import { dump } from "../../../support/dump.ts"
import type { Tests } from "../../../support/effect.ts"
import { outcome, refused } from "../../../support/expect.ts"
import { ada, bea, by, sync } from "../../../support/orderers.ts"
import { newProgramme, type ProgrammeEngine } from "./world.ts"

const day = 24

/** A programme with the member ann, where adjustments by persons of more than 100 coins wait. */
const newApprovals = Effect.gen(function* () {
  const programme = yield* newProgramme
  const { partnerId } = programme
  const approvals = yield* Approvals
  const settings = yield* Settings
  yield* programme.onboard("ann")
  yield* settings.update({ partnerId, approveAbove: 100 })
  const order = { partnerId, userId: "ann", reason: "goodwill" }
  return {
    ...programme,
    approvals,
    settings,
    adjust: (coins: number | string, rest: object = {}) =>
      approvals.adjust({ ...order, coins, debitOrCredit: "CR", ...rest }),
    approve: (requestId: string, rest: object = {}) => approvals.approve({ partnerId, requestId, ...rest }),
    decline: (requestId: string, rest: object = {}) => approvals.decline({ partnerId, requestId, ...rest }),
    credit: (coins: number) =>
      by(sync)(
        Effect.flatMap(Adjustments, (direct) => direct.adjust({ ...order, coins, debitOrCredit: "CR" }))
      ),
    requests: approvals.list({ partnerId }),
    waiting: approvals.list({ partnerId, state: "waiting" })
  }
})

export const approvals = (it: Tests<ProgrammeEngine>): void => {
  it.live("a large adjustment moves nothing until another person approves it", () =>
    Effect.gen(function* () {
      const { adjust, approve, coins, requests, transfers, partnerId, verify, waiting } = yield* newApprovals
      const small = yield* by(ada)(adjust(100))
      assert.ok("coins" in small)
      const texts = { narration: "call 7", metadata: { ticket: "7" } }
      const asked = yield* by(ada)(adjust("100.0001", texts))
      assert.ok("state" in asked)
      assert.deepEqual([asked.state, asked.replayed], ["waiting", false])
      assert.equal(yield* coins("ann"), "100")
      assert.deepEqual(
        (yield* waiting).map(({ coins, debitOrCredit, narration, orderedBy, reason }) => [
          coins,
          debitOrCredit,
          narration,
          orderedBy?.name,
          reason
        ]),
        [[1_000_001, "CR", "call 7", "ada", "goodwill"]]
      )
      const approved = yield* by(bea)(approve(asked.id))
      assert.ok("reason" in approved)
      assert.deepEqual([approved.coins, approved.userId, approved.narration], [1_000_001, "ann", "call 7"])
      assert.equal(yield* coins("ann"), "200.0001")
      const [listed] = (yield* transfers.list({ partnerId })).data
      assert.deepEqual(
        [listed?.transferId, listed?.reason, listed?.metadata, listed?.orderedBy?.name],
        [approved.id, "goodwill", { ticket: "7" }, "ada"]
      )
      const [request] = yield* requests
      assert.deepEqual(
        [request?.state, request?.recordId, request?.decidedBy?.name],
        ["approved", approved.id, "bea"]
      )
      assert.deepEqual(yield* waiting, [])
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("nobody decides about an own request, an API key about none, and everybody only once", () =>
    Effect.gen(function* () {
      const { adjust, approve, coins, decline, requests } = yield* newApprovals
      const asked = yield* by(ada)(adjust(101))
      // The first order of a caller gives the caller a number.
      for (const caller of [bea, sync]) yield* by(caller)(adjust(1))
      const before = yield* dump
      yield* refused("OwnRequest")(by(ada)(approve(asked.id)))
      yield* refused("OwnRequest")(by(ada)(decline(asked.id)))
      yield* refused("PersonRequired")(by(sync)(approve(asked.id)))
      yield* refused("RequestNotFound")(by(bea)(approve("01a1dd04-59e9-7000-9022-9805fb1f6534")))
      assert.deepEqual(yield* dump, before)
      const declined = yield* by(bea)(decline(asked.id))
      assert.equal(declined.state, "declined")
      for (const again of [Effect.asVoid(approve(asked.id)), Effect.asVoid(decline(asked.id))]) {
        const { state } = yield* refused("AlreadyDecided")(by(bea)(again))
        assert.equal(state, "declined")
      }
      assert.equal(yield* coins("ann"), "2")
      assert.deepEqual(
        (yield* requests).map(({ recordId, state }) => [state, recordId]),
        [["declined", null]]
      )
    })
  )

  it.live(
    "a request is judged when it is made and again when it is approved, and waits after a refusal",
    () =>
      Effect.gen(function* () {
        const { adjust, approve, coins, credit, transfer, verify, waiting } = yield* newApprovals
        const debit = by(ada)(adjust(150, { debitOrCredit: "DE" }))
        yield* refused("InsufficientCoins")(debit)
        assert.deepEqual(yield* waiting, [])
        // An API key's adjustment does not wait.
        yield* credit(200)
        const { id } = yield* debit
        yield* transfer("ann", 100)
        const { have, need } = yield* refused("InsufficientCoins")(by(bea)(approve(id)))
        assert.deepEqual([have, need], [1_000_000, 1_500_000])
        assert.deepEqual(
          (yield* waiting).map((each) => each.id),
          [id]
        )
        yield* credit(60)
        yield* by(bea)(approve(id))
        assert.equal(yield* coins("ann"), "10")
        assert.deepEqual(yield* verify(), [])
      })
  )

  it.live("a request lapses after seven days, and another `approveAbove` changes no request", () =>
    Effect.gen(function* () {
      const { adjust, approve, coins, later, partnerId, requests, settings, verify, waiting } =
        yield* newApprovals
      const first = yield* by(ada)(adjust(101))
      later(1)
      const second = yield* by(ada)(adjust(102))
      yield* settings.update({ partnerId, approveAbove: null })
      const direct = yield* by(ada)(adjust(500))
      assert.ok("coins" in direct)
      later(7 * day - 1)
      const { state } = yield* refused("AlreadyDecided")(by(bea)(approve(first.id)))
      assert.equal(state, "lapsed")
      assert.deepEqual(
        (yield* requests).map(({ state }) => state),
        ["waiting", "lapsed"]
      )
      assert.deepEqual(
        (yield* waiting).map(({ id }) => id),
        [second.id]
      )
      yield* by(bea)(approve(second.id))
      assert.equal(yield* coins("ann"), "602")
      yield* settings.update({ partnerId, approveAbove: 0 })
      const least = yield* by(ada)(adjust("0.0001"))
      assert.ok("state" in least)
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("the reversal of a large adjustment waits, too", () =>
    Effect.gen(function* () {
      const { approve, approvals, coins, credit, partnerId, verify } = yield* newApprovals
      const { id: adjustmentId } = yield* credit(150)
      const undo = by(ada)(approvals.reverse({ partnerId, adjustmentId, narration: "twice" }))
      const [asked, again] = [yield* undo, yield* undo]
      assert.ok("state" in asked)
      assert.equal(yield* coins("ann"), "150")
      const reversal = yield* by(bea)(approve(asked.id))
      assert.ok("adjustmentId" in reversal)
      assert.deepEqual([reversal.adjustmentId, reversal.narration], [adjustmentId, "twice"])
      assert.equal(yield* coins("ann"), "0")
      yield* refused("AlreadyReversed")(by(bea)(approve(again.id)))
      assert.deepEqual(yield* verify(), [])
    })
  )

  it.live("keys replay what waits, what was approved and what was declined", () =>
    Effect.gen(function* () {
      const { adjust, approvals, approve, coins, decline, partnerId, requests } = yield* newApprovals
      const asked = yield* by(ada)(adjust(101, { idempotencyKey: "once" }))
      const approved = yield* by(bea)(approve(asked.id, { idempotencyKey: "yes" }))
      assert.deepEqual(yield* by(ada)(adjust(101, { idempotencyKey: "once" })), { ...asked, replayed: true })
      assert.deepEqual(yield* by(bea)(approve(asked.id, { idempotencyKey: "yes" })), {
        ...approved,
        replayed: true
      })
      yield* refused("IdempotencyMismatch")(by(bea)(decline(asked.id, { idempotencyKey: "yes" })))
      const line = (coins: number) => ({
        partnerId,
        userId: "ann",
        reason: "moved",
        coins,
        debitOrCredit: "CR" as const
      })
      const inputs = [line(50), line(150), { ...line(5), userId: "nobody" }, line(250)]
      const bulk = by(ada)(
        approvals.adjustManyOnce({ partnerId: PartnerId.make(partnerId), key: "bulk", body: inputs, inputs })
      )
      const statesOf = ({ outcomes }: Effect.Effect.Success<typeof bulk>) =>
        outcomes.map((each) =>
          Either.isLeft(each) ? each.left._tag : "state" in each.right ? "waiting" : "made"
        )
      const first = yield* bulk
      assert.deepEqual(statesOf(first), ["made", "waiting", "MemberNotFound", "waiting"])
      const replayed = yield* bulk
      assert.deepEqual([statesOf(replayed), replayed.replayed], [statesOf(first), true])
      assert.deepEqual(
        replayed.outcomes.map((each) => (Either.isRight(each) ? each.right.id : "")),
        first.outcomes.map((each) => (Either.isRight(each) ? each.right.id : ""))
      )
      assert.equal(yield* coins("ann"), "151")
      const [last] = yield* requests
      assert.ok(last)
      const declined = yield* by(bea)(decline(last.id, { idempotencyKey: "no" }))
      assert.deepEqual(yield* by(bea)(decline(last.id, { idempotencyKey: "no" })), {
        ...declined,
        replayed: true
      })
    })
  )

  it.live("of many decisions at once, one counts", () =>
    Effect.gen(function* () {
      const { adjust, approve, coins, decline, verify } = yield* newApprovals
      for (const declines of [false, true]) {
        const before = Number(yield* coins("ann"))
        const { id } = yield* by(ada)(adjust(101))
        const deciding = Array.from({ length: 20 }, (_, index) =>
          declines && index % 2 === 1 ? outcome(by(bea)(decline(id))) : outcome(by(bea)(approve(id)))
        )
        const outcomes = yield* Effect.all(deciding, { concurrency: "unbounded" })
        const done = outcomes.filter((each) => each !== "AlreadyDecided")
        assert.equal(done.length, 1)
        assert.ok([before, before + 101].includes(Number(yield* coins("ann"))))
      }
      assert.deepEqual(yield* verify(), [])
    })
  )
}
