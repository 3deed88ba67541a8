import { Context, Data, Effect, Layer } from "effect"
import { now } from "../../rewards/clock.ts"
import type { PartnerNotFound } from "../../rewards/Errors.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import { PartnerKey, type PartnerKeyInput } from "../../rewards/partners/Partner.ts"
import { PartnerClocks } from "../../rewards/partners/PartnerClocks.ts"
import { Partners } from "../../rewards/partners/Partners.ts"
import { maxOffset } from "../../rewards/partners/testSide.ts"
import { type InvalidInput, invalid, parser, type Unparsed } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import { TransactionConflict } from "../../sql/Errors.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { statement } from "../../sql/Statement.ts"
import { Audit } from "../audit/Audit.ts"
import { ClockBackwards, EmptiedTooOften, TestSideNotFound } from "../Errors.ts"
import { ApiKeys } from "../keys/ApiKeys.ts"
import { Sessions } from "../sessions/Sessions.ts"
import { testSides } from "../tables.ts"
import { findTestSide } from "./storedTestSides.ts"
import { checkMoveTestClock, MoveTestClock, type MoveTestClockInput, type TestSide } from "./TestSide.ts"

/**
 * Test sides of partners. A test side is a partner of its own, with its own data and keys, and a clock that can be set. The live partner's
 * people reach it with an exchanged token: see `Sessions.exchange`. In all inputs, `partnerId` is the live partner.
 */
export class TestSides extends Context.Tag("rewards/TestSides")<
  TestSides,
  {
    /** Makes the partner's test side. If there is one, returns it. */
    readonly create: (
      input: PartnerKeyInput
    ) => Effect.Effect<TestSide, InvalidInput | PartnerNotFound | DatabaseFailure>
    /** Returns the partner's test side, and the time of its clock. */
    readonly get: (
      input: PartnerKeyInput
    ) => Effect.Effect<TestSide, InvalidInput | TestSideNotFound | DatabaseFailure>
    /**
     * Replaces the test side by an empty one, whose clock shows the real time. The keys, tokens and webhooks of the old test side end. Its
     * rows stay in the database, but no call can reach them any more.
     */
    readonly empty: (
      input: PartnerKeyInput
    ) => Effect.Effect<
      TestSide,
      InvalidInput | EmptiedTooOften | PartnerNotFound | TestSideNotFound | DatabaseFailure
    >
    /** Moves the clock of the test side forward, to a time or by days. After that, all processes use the new time. */
    readonly moveClock: (
      input: MoveTestClockInput | Unparsed
    ) => Effect.Effect<TestSide, InvalidInput | ClockBackwards | TestSideNotFound | DatabaseFailure>
    /**
     * Registers a function that runs in the transaction that empties a test side. The function gets the partner id of the old test side,
     * and removes what another part of the library stores for it.
     */
    readonly onRetire: (end: Retire) => Effect.Effect<void>
  }
>() {
  static readonly layer: Layer.Layer<
    TestSides,
    never,
    ApiKeys | Audit | Database | PartnerClocks | Partners | Sessions
  > = Layer.suspend(() => Layer.effect(this, make))
}

/** Removes what a wing stores for a retired test side. */
type Retire = (testSide: PartnerId) => Effect.Effect<void, DatabaseFailure>

/** A test side can be emptied this often in 24 hours. Each time, the rows of the old test side stay in the database. */
const maxRetired = 10
const day = 86_400_000

/** Returns no row if the live partner has another test side. */
const insert = testSides.insert({ unlessExists: [], returning: ["partnerId"] })

/** Locks the test side of a partner until COMMIT. */
const lockTestSide = statement({
  onCoordinator: true,
  input: { liveId: "uuid" },
  output: testSides.row("partnerId"),
  sql: ({ lock }) => `SELECT t.partner_id FROM input CROSS JOIN rewards_test_side t
    WHERE t.live_id = input.live_id AND t.retired_at IS NULL${lock("t", "t.partner_id")}`
})

const setRetired = testSides.update("retiredAt")

const findRetired = statement({
  onCoordinator: true,
  input: { liveId: "uuid", since: "instant" },
  output: testSides.row("partnerId"),
  sql: `SELECT t.partner_id FROM input CROSS JOIN rewards_test_side t
    WHERE t.live_id = input.live_id AND t.retired_at > input.since LIMIT ${maxRetired}`
})

/** Another transaction has made the test side. */
class MadeByAnother extends Data.TaggedError("MadeByAnother")<{}> {}

const parsePartner = parser(PartnerKey)
const parseMove = parser(MoveTestClock, checkMoveTestClock)

const make = Effect.gen(function* () {
  const apiKeys = yield* ApiKeys
  const audit = yield* Audit
  const clocks = yield* PartnerClocks
  const database = yield* Database
  const partners = yield* Partners
  const sessions = yield* Sessions

  const record = (
    action: "test-side.create" | "test-side.empty" | "test-side.clock",
    partnerId: PartnerId,
    detail: string
  ) => audit.recordOfPartner({ action, outcome: "done", partnerId, detail })

  const shown = Effect.fnUntraced(function* (side: Pick<TestSide, "createdAt" | "partnerId">) {
    const offset = yield* clocks.offsetOf(side.partnerId)
    const clock = new Date((yield* now).getTime() + offset)
    return { ...side, clock, ahead: Math.floor(offset / 1000) }
  })

  const find = Effect.fnUntraced(function* (liveId: PartnerId) {
    const [found] = yield* database.run(findTestSide, [{ liveId }])
    return found ?? (yield* new TestSideNotFound())
  })

  /** Registers a partner as the test side of another, in the transaction of the caller. */
  const register = Effect.fnUntraced(function* (liveId: PartnerId) {
    const live = yield* partners.get({ partnerId: liveId })
    const name = `${Array.from(live.name).slice(0, 190).join("").trim()} (test)`
    const { createdAt, id: partnerId } = yield* partners.registerTestSide({ name })
    const added = yield* database.run(insert, [{ partnerId, liveId, createdAt, retiredAt: null }])
    if (added.length === 0) return yield* new MadeByAnother()
    return { partnerId, createdAt }
  })

  const create = Effect.fnUntraced(function* (liveId: PartnerId) {
    const made = yield* register(liveId)
    yield* record("test-side.create", liveId, made.partnerId)
    return made
  }, database.transaction)

  const retiring: Array<Retire> = []

  const empty = Effect.fnUntraced(function* (liveId: PartnerId) {
    const [old] = yield* database.run(lockTestSide, [{ liveId }])
    if (old === undefined) return yield* new TestSideNotFound()
    const { partnerId } = old
    const at = yield* now
    const since = new Date(at.getTime() - day)
    if ((yield* database.run(findRetired, [{ liveId, since }])).length >= maxRetired)
      return yield* new EmptiedTooOften({ max: maxRetired })
    yield* database.run(setRetired, [{ partnerId, retiredAt: at }])
    // Waits for those who add a key or a webhook. What they have added is read, and ended, below.
    yield* partners.retire(partnerId)
    yield* apiKeys.revokeAll(partnerId)
    yield* sessions.endTokens({ partnerId })
    yield* sessions.endTestTokens(liveId)
    for (const end of retiring) yield* end(partnerId)
    const made = yield* register(liveId)
    yield* record("test-side.empty", liveId, `${partnerId} -> ${made.partnerId}`)
    return made
  }, database.transaction)

  const moveClock = Effect.fnUntraced(function* ({ at, days, partnerId: liveId }: typeof MoveTestClock.Type) {
    const side = yield* find(liveId)
    const before = yield* clocks.lock(side.partnerId)
    if (before === undefined)
      return yield* new TransactionConflict({ reason: "the test side was emptied meanwhile" })
    const real = (yield* now).getTime()
    const offset = days === undefined ? (at?.getTime() ?? 0) - real : before + days * day
    if (offset > maxOffset)
      return yield* invalid(
        days === undefined ? "at" : "days",
        "must keep the clock within 20 years from now"
      )
    if (offset < before) return yield* new ClockBackwards({ clock: new Date(real + before) })
    yield* clocks.set(side.partnerId, offset)
    const moved = yield* shown(side)
    yield* record("test-side.clock", liveId, moved.clock.toISOString())
    return moved
  }, database.transaction)

  return TestSides.of({
    create: Effect.fn("TestSides.create")(function* (input) {
      const { partnerId } = yield* parsePartner(input)
      const found = yield* database.run(findTestSide, [{ liveId: partnerId }])
      const made = Effect.catchTag(create(partnerId), "MadeByAnother", () => Effect.orDie(find(partnerId)))
      return yield* shown(found[0] ?? (yield* made))
    }),

    get: Effect.fn("TestSides.get")(function* (input) {
      const { partnerId } = yield* parsePartner(input)
      return yield* shown(yield* find(partnerId))
    }),

    empty: Effect.fn("TestSides.empty")(function* (input) {
      const { partnerId } = yield* parsePartner(input)
      // This cannot fail with `MadeByAnother`: while the old test side is locked, no other transaction makes a test side.
      return yield* shown(yield* Effect.catchTag(empty(partnerId), "MadeByAnother", Effect.die))
    }),

    moveClock: Effect.fn("TestSides.moveClock")(function* (input) {
      return yield* moveClock(yield* parseMove(input))
    }),

    onRetire: (end) => Effect.sync(() => void retiring.push(end))
  })
})
