import { type Context, Effect, Queue, Schema } from "effect"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { TransactionConflict } from "../../sql/Errors.ts"
import { isReadOnly } from "../../sql/Failure.ts"
import { onRealTime, restSince } from "../../sql/RealTime.ts"
import { statement } from "../../sql/Statement.ts"
import { RequestId } from "../Actor.ts"
import { now } from "../clock.ts"
import type { Caused } from "../commands/Command.ts"
import type { CommandWriter } from "../commands/CommandWriter.ts"
import { MemberNotFound } from "../Errors.ts"
import type { MemberId, PartnerId } from "../Id.ts"
import { type Ids, takeOne } from "../Ids.ts"
import { lockMembers } from "../members/attributeRows.ts"
import type { MemberKey } from "../members/Member.ts"
import { findMember } from "../members/memberIds.ts"
import { findMerged } from "../members/mergeRows.ts"
import type { Orderers } from "../orderers/Orderers.ts"
import { inHeldTime, within } from "../partners/PartnerClocks.ts"
import { attributes, erasures, memberIds, members, partners } from "../tables.ts"
import type { ErasedMember, Holder, Holders } from "./Holders.ts"
import { withParts } from "./memberParts.ts"
import { makeMemberScrub } from "./memberScrub.ts"
import { readNames, writeNames } from "./openErasures.ts"
import { isPseudonym, pseudonymOf } from "./pseudonym.ts"
import { rememberIds } from "./returning.ts"

const insertIds = memberIds.insert()
const deleteIds = memberIds.delete()
const findIds = memberIds.by("partnerId", "memberId").find("userId")
const updateUserIds = members.by("partnerId", "currentId").change({ set: ["userId"] })
const findUserId = members.find("userId")
const deleteAttributes = attributes.by("partnerId", "memberId").delete()
const findPartner = partners.find("rememberErased")

const insertErasures = erasures.insert()
const lockErasures = erasures.lockFree()
const updateErasures = erasures.update("finishedAt", "names", "place")
export const findErasures = erasures.find("createdAt", "finishedAt", "names", "place")

/** The largest number of erasures that a search finds. */
const mostOpen = 100

/** Finds erasures that are not finished, at most `mostOpen`. */
export const findOpen = statement({
  acrossPartners: "any process goes on with the erasures of all partners",
  input: {},
  output: erasures.row("partnerId", "memberId"),
  sql: `SELECT e.partner_id, e.member_id FROM rewards_erasure e WHERE e.finished_at IS NULL
    ORDER BY e.partner_id, e.member_id LIMIT ${mostOpen}`
})

/** Where the next slice starts: the name of the part of the library (see `Holders`), and the place in this part; null for its start. */
const Progress = Schema.parseJson(Schema.Tuple(Schema.String, Schema.NullOr(Schema.String)))
const writeProgress = Schema.encodeSync(Progress)
const readProgress = Schema.decodeSync(Progress)

/** How long the caller of an erasure waits for it, in milliseconds. What is left is done in the background. */
const patience = 1000

/** How often a process looks for erasures that others began and did not finish, in milliseconds. */
const searchInterval = 60_000

interface Key {
  readonly partnerId: PartnerId
  readonly memberId: MemberId
}

interface Services {
  readonly database: Context.Tag.Service<Database>
  readonly ids: Context.Tag.Service<Ids>
  readonly writer: Context.Tag.Service<CommandWriter>
  readonly holders: Context.Tag.Service<Holders>
  readonly orderers: Context.Tag.Service<Orderers>
}

/**
 * Erases members. One transaction gives a member its pseudonym, closes its wallet, and deletes its attributes. It locks the ids of the
 * member, and then takes the locks of a group of commands. The texts are erased in slices, each in a transaction that locks the row of the
 * erasure and skips it if another process has locked it. So an erasure continues after a crash, in any process.
 */
export const makeErase = ({ database, holders, ids, orderers, writer }: Services) => {
  const scrubMember = makeMemberScrub(database)
  const core: Pick<Holder, "name" | "scrub"> = { name: "core", scrub: scrubMember }
  const allParts = () => [core, ...holders.all().filter(({ scrub }) => scrub !== undefined)]

  const begin = Effect.fnUntraced(function* (key: MemberKey, cause: Caused) {
    const { partnerId } = key
    const unknown = new MemberNotFound({ userId: key.userId })
    const found = yield* findMember(database, key)
    yield* database.run(lockMembers, [{ partnerId, memberId: found.id }])
    const member = yield* withParts(database, yield* findMember(database, key))
    const { id: memberId, names, parts, userId } = member
    if (isPseudonym(userId)) return yield* unknown
    if (memberId !== found.id) {
      return yield* new TransactionConflict({ reason: "the member was merged or erased meanwhile" })
    }
    const pseudonym = pseudonymOf(yield* takeOne(ids))
    yield* database.send(
      Batch.inOrder([
        Batch.of(
          deleteIds,
          names.map((name) => ({ partnerId, userId: name }))
        ),
        Batch.of(insertIds, [{ partnerId, userId: pseudonym, memberId, linked: false }]),
        Batch.of(updateUserIds, [{ partnerId, currentId: memberId, userId: pseudonym }]),
        Batch.of(deleteAttributes, [{ partnerId, memberId }])
      ])
    )
    const { at: createdAt, coins, pendingCoins } = yield* writer.erase({ partnerId, memberId }, cause)
    // A group or an onboarding may have given the member another id while this transaction waited for the wallet.
    if ((yield* database.run(findIds, [{ partnerId, memberId }])).length > 1) {
      return yield* new TransactionConflict({ reason: "the member came back under another id just now" })
    }
    const [partner] = yield* database.run(findPartner, [{ id: partnerId }])
    const row = {
      partnerId,
      memberId,
      successorId: null,
      createdAt,
      finishedAt: null,
      names: writeNames(names),
      place: null
    }
    yield* database.run(insertErasures, [row])
    if (partner?.rememberErased === true) yield* database.send(rememberIds(partnerId, memberId, names))
    const erased: ErasedMember = { partnerId, memberId, userId: pseudonym, names, parts }
    for (const { forget } of holders.all()) if (forget !== undefined) yield* forget(erased)
    return { id: memberId, partnerId, userId: pseudonym, createdAt, coins, pendingCoins }
  })

  /** Erases one slice. Returns whether more is left that this process can do now. */
  const slice = (key: Key) =>
    database.transaction(
      Effect.gen(function* () {
        if ((yield* database.run(lockErasures, [key])).length === 0) return false
        const [row] = yield* database.run(findErasures, [key])
        const [member] = yield* database.run(findUserId, [{ partnerId: key.partnerId, id: key.memberId }])
        if (row === undefined || row.names === null || member === undefined) return false
        const all = allParts()
        const [name, after] = row.place === null ? [core.name, null] : readProgress(row.place)
        const index = all.findIndex((part) => part.name === name)
        const parts = [
          key.memberId,
          ...(yield* database.run(findMerged, [key])).map(({ mergedId }) => mergedId)
        ]
        const erased = { ...key, userId: member.userId, names: readNames(row.names), parts }
        const next = yield* all[index]?.scrub?.(erased, after) ?? Effect.succeed(null)
        const following = all[index + 1]
        const place =
          next !== null ? writeProgress([name, next]) : following && writeProgress([following.name, null])
        const finishedAt = place === undefined ? yield* within(database, key.partnerId, now) : null
        const names = place === undefined ? null : row.names
        yield* database.run(updateErasures, [{ ...key, finishedAt, names, place: place ?? null }])
        return place !== undefined
      })
    )

  /** Erases slices until all texts are erased, or until the caller has waited long enough. Then the background continues. */
  const finishSoon = Effect.fnUntraced(function* (key: Key) {
    const began = performance.now()
    while (yield* slice(key)) {
      if (performance.now() - began > patience) return void wake.unsafeOffer(undefined)
      yield* Effect.yieldNow()
    }
  })

  const finish = Effect.fnUntraced(function* (key: Key) {
    for (;;) {
      const began = performance.now()
      const isLeft = yield* slice(key)
      yield* restSince(began)
      if (!isLeft) return
    }
  })

  const resume = Effect.fnUntraced(function* () {
    const open = yield* database.run(findOpen, [{}])
    for (const key of open) yield* finish(key)
  })

  const wake = Effect.runSync(Queue.dropping<void>(1))

  const inBackground = resume().pipe(
    // A replica is read-only. The processes that use the primary server erase.
    Effect.catchIf(isReadOnly, () => Effect.void),
    Effect.catchAllCause((cause) =>
      Effect.logWarning("The texts of erased members could not be removed", cause)
    ),
    Effect.zipRight(onRealTime(Effect.timeoutOption(Queue.take(wake), searchInterval))),
    Effect.forever
  )

  const find = Effect.fnUntraced(function* ({ memberId, partnerId }: Key) {
    const [row] = yield* database.run(findErasures, [{ partnerId, memberId }])
    const [member] = yield* database.run(findUserId, [{ partnerId, id: memberId }])
    if (row === undefined || member === undefined) return yield* new MemberNotFound({ userId: memberId })
    const { createdAt, finishedAt } = row
    const state: "done" | "running" = finishedAt === null ? "running" : "done"
    return { id: memberId, partnerId, userId: member.userId, state, createdAt, finishedAt }
  })

  const erase = Effect.fnUntraced(function* (key: MemberKey) {
    const cause = { orderedBy: yield* orderers.current(key.partnerId), requestId: yield* RequestId }
    const begun = yield* database.transaction(inHeldTime(database, key.partnerId, begin(key, cause)))
    const erasure = { partnerId: key.partnerId, memberId: begun.id }
    // In a transaction of the caller, the slices begin after its COMMIT, so that they do not delay it.
    if (yield* database.inTransaction) yield* database.afterCommit(() => void wake.unsafeOffer(undefined))
    else yield* finishSoon(erasure)
    return { ...(yield* find(erasure)), coins: begun.coins, pendingCoins: begun.pendingCoins }
  })

  return { erase, find, resume, inBackground }
}
