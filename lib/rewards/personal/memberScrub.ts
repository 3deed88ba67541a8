import { type Context, Effect } from "effect"
import * as Batch from "../../sql/Batch.ts"
import type { Database } from "../../sql/Database.ts"
import { given, statement } from "../../sql/Statement.ts"
import { adjustments, idempotencyKeys, texts } from "../tables.ts"
import type { ErasedMember } from "./Holders.ts"
import { type Place, readRecords, start } from "./memberRecords.ts"
import { hasId, scrubbed } from "./scrubbed.ts"

/** Erases, slice by slice, the texts of the records of a member, and the ids of the member in stored answers. */

const deleteTexts = texts.by("partnerId", "recordId").delete()
const setReasons = adjustments.update("reason")

/** How many stored answers one slice reads. */
const answersPerSlice = 500

const smallestKey = new Uint8Array(16)

/** Reads stored answers that belong to no record: see `Idempotency.once`. */
const findAnswers = statement({
  input: { partnerId: "uuid", after: "bytes" },
  output: idempotencyKeys.row("key", "answer"),
  sql: `SELECT i.key, i.answer FROM rewards_idempotency i
    WHERE i.partner_id = ${given("partner_id")} AND i.record_id IS NULL AND i.record_ids IS NULL AND i.key > ${given("after")}
    ORDER BY i.key LIMIT ${answersPerSlice}`
})
const setAnswers = idempotencyKeys.update("answer")

/** A place in the records of one of the member's parts: see `PersonalMember`. */
interface PartPlace extends Place {
  readonly part: number
}

const textOf = ({ after, kind, part }: PartPlace): string => `${kind} ${after} ${part}`

const placeOf = (text: string | null): PartPlace | Uint8Array => {
  if (text === null) return { ...start, part: 0 }
  const [kind = "", after = "", part = "0"] = text.split(" ")
  return kind === "award" || kind === "activity" || kind === "transfer"
    ? { kind, after, part: Number(part) }
    : after === ""
      ? smallestKey
      : new Uint8Array(Buffer.from(after, "hex"))
}

/**
 * Returns a stored answer with the pseudonym in place of the ids of the member. The answer to an onboarding can omit `userId`, which a
 * replay then takes from its request. If such an answer is about this member, adds the pseudonym as `userId`, so that a replay shows the
 * pseudonym.
 */
const shownAnswer = (answer: string, { names, parts, userId }: ErasedMember): string => {
  if (hasId(answer, names)) return scrubbed(answer, names, userId)
  if (!parts.some((id) => answer.includes(id))) return answer
  const parsed: unknown = JSON.parse(answer)
  const isOwn =
    typeof parsed === "object" && parsed !== null && "id" in parsed && parts.some((id) => id === parsed.id)
  return isOwn ? JSON.stringify({ ...parsed, userId }) : answer
}

export const makeMemberScrub = (database: Context.Tag.Service<Database>) => {
  const scrubRecords = Effect.fnUntraced(function* (
    { memberId: own, partnerId, parts }: ErasedMember,
    place: PartPlace
  ) {
    const { part } = place
    const page = yield* readRecords(database, { partnerId, memberId: parts[part] ?? own }, place)
    const keys = [...page.records, ...page.reversals].map((recordId) => ({ partnerId, recordId }))
    yield* database.send(
      Batch.inOrder([
        Batch.of(deleteTexts, keys),
        Batch.of(
          setReasons,
          page.records.map((id) => ({ partnerId, id, reason: null }))
        )
      ])
    )
    if (page.next !== null) return textOf({ ...page.next, part })
    return part + 1 < parts.length ? textOf({ ...start, part: part + 1 }) : "answer"
  })

  const scrubAnswers = Effect.fnUntraced(function* (member: ErasedMember, after: Uint8Array) {
    const { partnerId } = member
    const rows = yield* database.run(findAnswers, [{ partnerId, after }])
    const changed = rows.flatMap(({ answer, key }) => {
      const shown = answer === null ? null : shownAnswer(answer, member)
      return shown === answer ? [] : [{ partnerId, key, answer: shown }]
    })
    yield* database.run(setAnswers, changed)
    const last = rows.length < answersPerSlice ? undefined : rows.at(-1)
    return last === undefined ? null : `answer ${Buffer.from(last.key).toString("hex")}`
  })

  return (member: ErasedMember, after: string | null) => {
    const place = placeOf(after)
    return place instanceof Uint8Array ? scrubAnswers(member, place) : scrubRecords(member, place)
  }
}
