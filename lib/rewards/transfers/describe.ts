import { type Context, Effect } from "effect"
import type { Database } from "../../sql/Database.ts"
import type { PartnerId } from "../Id.ts"
import type { Entry } from "../ledger/Account.ts"
import { makeReadTexts, noTexts } from "../texts/Texts.ts"
import { readSubjects } from "./statements.ts"
import type { Transaction } from "./Transfer.ts"

/** Adds to the entries of wallets what they were for, and whether they were reversed or refunded since. */
export const makeDescribe = (database: Context.Tag.Service<Database>) => {
  const readTexts = makeReadTexts(database)

  return Effect.fnUntraced(function* (
    partnerId: PartnerId,
    entries: ReadonlyArray<Entry & { readonly userId: string }>
  ) {
    const texts = yield* readTexts(
      partnerId,
      entries.map(({ transferId }) => transferId)
    )
    const rows = yield* database.run(
      readSubjects,
      entries.map(({ transferId }) => ({ partner_id: partnerId, id: transferId }))
    )
    const subjects = new Map(rows.map((row) => [row.id, row]))
    return entries.map((entry): Transaction => {
      const { metadata, narration } = texts.get(entry.transferId) ?? noTexts
      const subject = subjects.get(entry.transferId)
      const award =
        subject?.ruleName === null || subject === undefined ? null : `award for ${subject.ruleName}`
      return {
        ...entry,
        narration: narration ?? award,
        metadata,
        reversed: (subject?.reversalId ?? null) !== null
      }
    })
  })
}
