import { Effect, Layer, Schema, Stream } from "effect"
import type { PartnerId } from "../../rewards/Id.ts"
import { Holders, paged } from "../../rewards/personal/Holders.ts"
import { encoderOf } from "../../schema/Compiled.ts"
import { isId, largestId } from "../../schema/Id.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"
import { Audit, readEntries } from "../audit/Audit.ts"
import { deleteRecord, moveRecord } from "../links/moveRecord.ts"
import {
  applications,
  auditEntries,
  codes,
  grants,
  grantTokens,
  memberRecords,
  visibleNames
} from "../tables.ts"

/**
 * Returns whether the detail of an audit entry names one of these ids. A detail has the word "userId" before each id, and a comma or the
 * end of the text after it.
 */
export const names = (detail: string | null, ids: ReadonlyArray<string>): boolean =>
  detail !== null && ids.some((id) => `${detail},`.includes(`userId ${id},`))

/** The number of audit entries that are read at once. */
export const auditPage = 500

const findRecord = memberRecords.find("tag", "data", "fetchedAt")
const encodeUserData = encoderOf(
  Schema.Struct({ tag: Schema.String, data: Schema.Unknown, fetchedAt: Schema.Date })
)

const ConsentRecord = Schema.Struct({
  clientId: Schema.String,
  applicationName: Schema.String,
  scopes: Schema.String,
  createdAt: Schema.Date,
  revokedAt: Schema.NullOr(Schema.Date)
})
const encodeConsent = encoderOf(ConsentRecord)

const findConsents = statement({
  input: { partnerId: "uuid", userId: "uuid" },
  output: Schema.Struct({
    clientId: applications.fields.clientId,
    applicationName: applications.fields.name,
    scopes: grants.fields.scopes,
    createdAt: grants.fields.createdAt,
    revokedAt: grants.fields.revokedAt
  }),
  sql: `SELECT a.client_id, a.name AS application_name, g.scopes, g.created_at, g.revoked_at
    FROM input CROSS JOIN rewards_grant g
    JOIN rewards_application a ON a.partner_id = g.partner_id AND a.id = g.application_id
    WHERE g.partner_id = input.partner_id AND g.user_id = input.user_id ORDER BY g.created_at, g.id`
})

const AuditRecord = Schema.Struct({
  id: Schema.String,
  action: Schema.String,
  outcome: Schema.String,
  actor: Schema.String,
  detail: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
})
const encodeAudit = encoderOf(AuditRecord)

const findGrants = grants.by("partnerId", "userId").find("partnerId", "id")
const deleteGrants = grants.delete()
const deleteCodes = codes.by("partnerId", "grantId").delete()
const deleteTokens = grantTokens.by("partnerId", "grantId").delete()
const deleteNames = visibleNames.by("partnerId", "userId").delete()
const setEntries = auditEntries.update("detail", "userId")

/** Returns the detail of an audit entry with the pseudonym in place of the ids. */
const renamed = (detail: string, ids: ReadonlyArray<string>, pseudonym: string): string =>
  ids.reduce(
    (text, id) => `${text},`.replaceAll(`userId ${id},`, `userId ${pseudonym},`).slice(0, -1),
    detail
  )

/**
 * Exports, erases and merges the data that the wing `accounts` stores about members: the records from `userDetailsUrl`, the consents of
 * users with their codes and tokens, and the ids in audit entries.
 */
export const layer: Layer.Layer<never, never, Audit | Database | Holders> = Layer.effectDiscard(
  Effect.gen(function* () {
    const database = yield* Database
    const holders = yield* Holders
    const audit = yield* Audit

    const auditPageOf = Effect.fnUntraced(function* (
      partnerId: PartnerId,
      ids: ReadonlyArray<string>,
      before: string
    ) {
      const entries = yield* database.run(readEntries, [{ partnerId, before, action: null, size: auditPage }])
      return {
        data: entries.filter(
          ({ detail, userId }) => names(detail, ids) || (userId !== null && ids.includes(userId))
        ),
        next: entries.length < auditPage ? null : (entries.at(-1)?.id ?? null)
      }
    })

    holders.add({
      name: "accounts",
      sections: {
        userData: ({ id: memberId, partnerId }) =>
          Stream.map(
            Stream.fromIterableEffect(database.run(findRecord, [{ partnerId, memberId }])),
            encodeUserData
          ),
        consents: (member) =>
          Stream.map(
            Stream.fromIterableEffect(
              database.run(
                findConsents,
                member.names.filter(isId).map((userId) => ({ partnerId: member.partnerId, userId }))
              )
            ),
            encodeConsent
          ),
        audit: (member) =>
          paged((before: string = largestId) =>
            Effect.map(auditPageOf(member.partnerId, member.names, before), ({ data, next }) => ({
              data: data.map(encodeAudit),
              next
            }))
          )
      },

      forget: Effect.fnUntraced(function* ({ memberId, names, partnerId, userId }) {
        const users = names.filter(isId).map((id) => ({ partnerId, userId: id }))
        const granted = yield* database.run(findGrants, users)
        const ofGrants = granted.map(({ id: grantId }) => ({ partnerId, grantId }))
        yield* database.send(
          Batch.inOrder([
            deleteRecord({ partnerId, memberId }),
            Batch.of(deleteCodes, ofGrants),
            Batch.of(deleteTokens, ofGrants),
            Batch.of(deleteGrants, granted),
            Batch.of(deleteNames, users)
          ])
        )
        yield* audit.recordOfPartner({ action: "member.erase", outcome: "done", partnerId, detail: userId })
      }),

      // If the member that remains has a record, it keeps that record.
      merge: Effect.fnUntraced(function* ({ memberId, mergedId, mergedUserId, partnerId, userId }) {
        yield* database.send(moveRecord(partnerId, mergedId, memberId))
        const detail = `userId ${mergedUserId}, into userId ${userId}`
        yield* audit.recordOfPartner({ action: "member.merge", outcome: "done", partnerId, detail })
      }),

      scrub: Effect.fnUntraced(function* ({ names: ids, partnerId, userId: pseudonym }, after) {
        const { data, next } = yield* auditPageOf(partnerId, ids, after ?? largestId)
        yield* database.run(
          setEntries,
          data.map(({ detail, id, userId }) => ({
            id,
            detail: detail === null ? null : renamed(detail, ids, pseudonym),
            userId: userId !== null && ids.includes(userId) ? null : userId
          }))
        )
        return next
      })
    })
  })
)
