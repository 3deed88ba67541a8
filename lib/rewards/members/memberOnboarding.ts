import { Array as Arr, type Context, Effect, Either } from "effect"
import { invalid } from "../../schema/Input.ts"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { TransactionConflict } from "../../sql/Errors.ts"
import { now } from "../clock.ts"
import { PartnerNotFound } from "../Errors.ts"
import type { makeRecord } from "../events/record.ts"
import type { MemberId } from "../Id.ts"
import { type Ids, takenAt } from "../Ids.ts"
import type { Ledger } from "../ledger/Ledger.ts"
import type { Orderers } from "../orderers/Orderers.ts"
import { inHeldTime } from "../partners/PartnerClocks.ts"
import { saveInheritance, takeInheritance } from "../personal/inheritance.ts"
import { isPseudonym } from "../personal/pseudonym.ts"
import { forgetIds, lockJoined, readReturning, recognised } from "../personal/returning.ts"
import * as tables from "../tables.ts"
import { type Attributes, changed, noAttributes, problemOf } from "./Attributes.ts"
import { lockMembers, readAttributes, writeChanges } from "./attributeRows.ts"
import { type Member, type MemberKey, type MemberRow, memberKey, type OnboardUser } from "./Member.ts"
import { claimIds, findMembers } from "./memberIds.ts"

const insertMembers = tables.members.insert()
const leadTo = tables.memberIds.update("memberId")

/** The members of a call's keys, in the order in which the call gives the keys. */
interface Found {
  readonly members: ReadonlyArray<MemberRow>
  /** The ids of the members that this call has created. */
  readonly created: ReadonlySet<MemberId>
}

const none: ReadonlySet<MemberId> = new Set()

const without = (keys: ReadonlyArray<MemberKey>, known: ReadonlyMap<string, MemberRow>) =>
  keys.filter((key) => !known.has(memberKey(key)))

/** Returns the member of each key. If a key has no member, its partner does not exist. */
const inOrder = (keys: ReadonlyArray<MemberKey>, known: ReadonlyMap<string, MemberRow>) =>
  Either.all(
    keys.map((key) =>
      Either.fromNullable(known.get(memberKey(key)), () => new PartnerNotFound({ partnerId: key.partnerId }))
    )
  )

const withAttributes = (
  members: ReadonlyArray<MemberRow>,
  attributes: ReadonlyMap<MemberId, Attributes>
): ReadonlyArray<Member> =>
  members.map((member) => ({ ...member, attributes: attributes.get(member.id) ?? noAttributes }))

export const makeOnboarding = (
  database: Context.Tag.Service<Database>,
  ledger: Context.Tag.Service<Ledger>,
  ids: Context.Tag.Service<Ids>,
  orderers: Context.Tag.Service<Orderers>,
  events: ReturnType<typeof makeRecord>
) => {
  /** Returns the caller's orderer number for each partner of the keys. */
  const numbersOf = (keys: ReadonlyArray<MemberKey>) =>
    Effect.map(
      Effect.forEach(new Set(keys.map(({ partnerId }) => partnerId)), (partnerId) =>
        Effect.map(orderers.current(partnerId), (number) => [partnerId, number] as const)
      ),
      (numbers) => new Map(numbers)
    )

  /**
   * Creates members for the keys that have no member, and returns the new members. If the person of a key was erased and has already come
   * back under another id, the key leads to the member with that id, and no member is created.
   */
  const insert = (
    keys: ReadonlyArray<MemberKey>,
    numbers: Effect.Effect.Success<ReturnType<typeof numbersOf>>
  ) =>
    Effect.gen(function* () {
      // Feeds are locked before ids are inserted. A group of commands takes its locks in the same order.
      const feeds = yield* events.open(Array.from(new Set(keys.map(({ partnerId }) => partnerId))))
      const createdAt = yield* now
      const memberIds = yield* ids.take(keys.length)
      const ownIds = keys.map(({ partnerId, userId }, index) => ({
        partnerId,
        userId,
        memberId: takenAt(memberIds, index)
      }))
      const { claimed, led } = yield* database.send(
        Batch.all({ claimed: Batch.of(claimIds, ownIds), led: readReturning(keys) })
      )
      const { joining, newcomers, returning, successors } = recognised(claimed, led)
      yield* lockJoined(database, ledger, joining)
      const onboarded = newcomers.map((each) => ({
        ...each,
        createdAt,
        currentId: each.id,
        orderedBy: numbers.get(each.partnerId) ?? null
      }))
      const [others, created] = Arr.partition(onboarded, ({ id }, index) => id === claimed[index]?.id)
      const inheritance = yield* takeInheritance(database, ledger, successors)
      yield* database.send(
        Batch.inOrder([
          ledger.openWallets(created, createdAt),
          Batch.of(
            leadTo,
            others.map(({ id: memberId, partnerId, userId }) => ({ partnerId, userId, memberId }))
          ),
          Batch.of(insertMembers, created),
          saveInheritance(inheritance),
          forgetIds(returning)
        ])
      )
      if (feeds.size > 0) {
        yield* events.write(
          feeds,
          onboarded.map(({ id: memberId, orderedBy, partnerId, userId }) => ({
            partnerId,
            orderedBy,
            fact: { type: "member.onboarded", data: { memberId, userId, createdAt } }
          }))
        )
      }
      return created.map(
        ({ id, partnerId, userId }): MemberRow => ({ id, partnerId, userId, createdAt, linkedId: null })
      )
    })

  const findOrCreate = (keys: ReadonlyArray<MemberKey>) =>
    Effect.gen(function* () {
      const known = yield* findMembers(database, keys)
      const missing = new Map(without(keys, known).map((key) => [memberKey(key), key]))
      if (missing.size === 0) return { members: yield* inOrder(keys, known), created: none }
      // The keys are sorted, so that two calls that insert the same members do not deadlock.
      const sorted = Array.from(missing.entries())
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, key]) => key)
      const [partnerId, ...others] = new Set(keys.map((key) => key.partnerId))
      // A call for several partners has the engine's time.
      const timeOf = others.length === 0 ? partnerId : undefined
      return yield* database.transaction(
        Effect.gen(function* () {
          const numbers = yield* numbersOf(sorted)
          const made = yield* inHeldTime(database, timeOf, insert(sorted, numbers))
          const all = new Map(known)
          for (const member of made) all.set(memberKey(member), member)
          // Another transaction may have inserted some of the ids since the first read.
          for (const [key, member] of yield* findMembers(database, without(keys, all))) all.set(key, member)
          return { members: yield* inOrder(keys, all), created: new Set(made.map(({ id }) => id)) }
        })
      )
    })

  const readStored = ({ created, members }: Found) =>
    database.send(
      readAttributes(
        members.filter(({ id }) => !created.has(id)).map(({ id, partnerId }) => ({ partnerId, memberId: id }))
      )
    )

  /**
   * Locks the members of these keys that exist already. The key of a person who comes back after an erasure can also lead to an existing
   * member.
   */
  const lock = Effect.fnUntraced(function* (keys: ReadonlyArray<MemberKey>) {
    const known = yield* findMembers(database, keys)
    const led = yield* database.send(readReturning(without(keys, known)))
    const rows = [
      ...Array.from(known.values(), ({ id, partnerId }) => ({ partnerId, memberId: id })),
      ...led.map(({ memberId, partnerId }) => ({ partnerId, memberId }))
    ]
    return new Set((yield* database.run(lockMembers, rows)).map(({ memberId }) => memberId))
  })

  /** Onboards users and changes their attributes, in the current transaction. `fieldOf` names the attributes of an input in errors. */
  const change = Effect.fnUntraced(function* (
    inputs: ReadonlyArray<OnboardUser>,
    fieldOf: (index: number) => string
  ) {
    const locked = yield* lock(inputs.filter(({ attributes }) => attributes !== undefined))
    const found = yield* findOrCreate(inputs)
    const before = yield* readStored(found)
    const after = new Map(before)
    const lastOf = new Map<MemberId, { readonly member: MemberRow; readonly index: number }>()
    for (const [index, member] of found.members.entries()) {
      const { attributes } = inputs[index] ?? {}
      if (attributes === undefined) continue
      // Another transaction has created or linked the member since `lock`. It is too late to lock the member now, because members must be
      // locked before feeds. So the transaction starts over, and `lock` then finds the member.
      if (!locked.has(member.id) && !found.created.has(member.id)) {
        return yield* new TransactionConflict({ reason: "the member was created or linked just now" })
      }
      after.set(member.id, changed(after.get(member.id) ?? noAttributes, attributes))
      lastOf.set(member.id, { member, index })
    }
    for (const [id, { index }] of lastOf) {
      const problem = problemOf(Object.keys(after.get(id) ?? noAttributes).length)
      if (problem !== undefined) return yield* invalid(fieldOf(index), problem)
    }
    yield* database.send(
      writeChanges(
        Array.from(lastOf, ([memberId, { member }]) => ({
          member: { partnerId: member.partnerId, memberId },
          before: before.get(memberId) ?? noAttributes,
          after: after.get(memberId) ?? noAttributes
        }))
      )
    )
    return withAttributes(found.members, after)
  })

  const onboardMany = (inputs: ReadonlyArray<OnboardUser>, fieldOf: (index: number) => string) =>
    Effect.gen(function* () {
      if (inputs.some(({ userId }) => isPseudonym(userId))) {
        return yield* invalid("userId", "must not be the id of an erased member: use another id")
      }
      if (inputs.some(({ attributes }) => attributes !== undefined)) {
        return yield* database.transaction(change(inputs, fieldOf))
      }
      const found = yield* findOrCreate(inputs)
      return withAttributes(found.members, yield* readStored(found))
    })

  return { findOrCreate, onboardMany }
}
