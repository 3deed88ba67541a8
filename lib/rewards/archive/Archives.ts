import { Context, Effect, Layer, type Stream } from "effect"
import { isId } from "../../schema/Id.ts"
import { type InvalidInput, invalid } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { now } from "../clock.ts"
import { PartnerNotFound } from "../Errors.ts"
import { type Digests, type Exported, form, type Imported } from "./Archive.ts"
import { type ArchiveTable, pageSize, type Row } from "./ArchiveTable.ts"
import { makeDigest } from "./digest.ts"
import { makeImport } from "./import.ts"
import { partners } from "./tables.ts"

export interface ExportInput {
  /** Whose rows; without it, those of all partners and of the service. */
  readonly partnerId?: string | undefined
  /** Is told how many records have been handed over so far. */
  readonly onRecords?: ((count: number) => void) | undefined
}

export interface ImportInput {
  /** Is told how many records have been read so far. */
  readonly onRecords?: ((count: number) => void) | undefined
}

/**
 * An archive is the state of one partner, or of all, as lines of JSON, one a record. It is the same whatever database it comes
 * from, and moves a partner from one to another. What is made of the ledger (boards, totals of days) is not in it.
 */
export class Archives extends Context.Tag("rewards/Archives")<
  Archives,
  {
    /**
     * Hands over an archive of one state of the database, some lines at a time, while others go on writing. It reads by
     * primary keys, 500 rows at a time, and waits until the lines are taken.
     */
    readonly export: <E>(
      input: ExportInput,
      take: (lines: ReadonlyArray<string>) => Effect.Effect<void, E>
    ) => Effect.Effect<Exported, E | InvalidInput | PartnerNotFound | DatabaseFailure>

    /**
     * Writes what the database does not have of an archive, 500 records a transaction, and compares the rest. Done again after
     * it was stopped, it goes on where it stopped. A partner must not be used before all of it is there; logins and keys come last.
     */
    readonly import: <E>(
      input: ImportInput,
      lines: Stream.Stream<string, E>
    ) => Effect.Effect<Imported, E | InvalidInput | DatabaseFailure>
  }
>() {
  /** `tables` are those of all wings, each after those that it refers to. They are made when an archive is first asked for. */
  static readonly layer = (
    tables: () => ReadonlyArray<ArchiveTable>
  ): Layer.Layer<Archives, never, Database> => Layer.effect(this, make(tables))
}

const make = (makeTables: () => ReadonlyArray<ArchiveTable>) =>
  Effect.map(Database, (database) => {
    let made: ReadonlyArray<ArchiveTable> | undefined
    const tables = (): ReadonlyArray<ArchiveTable> => (made ??= makeTables())

    /** Gives each page of a table to the caller, and the digest of all. */
    const readTable = <E>(
      table: ArchiveTable,
      partnerId: string,
      take: (records: ReadonlyArray<string>) => Effect.Effect<void, E>
    ) =>
      Effect.gen(function* () {
        const digest = makeDigest()
        let last: Row | undefined
        for (;;) {
          const rows: ReadonlyArray<Row> = yield* database.run(table.page, [table.before(partnerId, last)])
          const records = rows.map(table.encode)
          for (const record of records) digest.add(record)
          if (records.length > 0) yield* take(records)
          last = rows.at(-1)
          if (rows.length < pageSize) return digest.get()
        }
      })

    const digestsOf = (some: ReadonlyArray<ArchiveTable>, partnerId: string) =>
      Effect.gen(function* () {
        const digests: Record<string, Digests[string]> = {}
        for (const table of some) digests[table.name] = yield* readTable(table, partnerId, () => Effect.void)
        return digests
      })

    const exportAll = <E>(
      { onRecords = () => {}, partnerId }: ExportInput,
      take: (lines: ReadonlyArray<string>) => Effect.Effect<void, E>
    ) =>
      Effect.gen(function* () {
        const digests: Record<string, Digests> = {}
        let records = 0

        const section = (name: string, of: ReadonlyArray<ArchiveTable["of"]>) =>
          Effect.gen(function* () {
            const found: Record<string, Digests[string]> = {}
            for (const table of tables().filter((each) => of.includes(each.of))) {
              found[table.name] = yield* readTable(table, name, (page) => {
                records += page.length
                onRecords(records)
                return take(page.map((record) => `{"${table.name}":${record}}`))
              })
            }
            digests[name] = found
            yield* take([JSON.stringify({ end: { of: name, records: found } })])
          })

        const createdAt = (yield* now).toISOString()
        yield* take([JSON.stringify({ archive: form, of: partnerId ?? "all", createdAt })])
        if (partnerId === undefined) yield* section("service", ["service"])
        let count = 0
        let after = partnerId === undefined ? partners.before("") : undefined
        for (;;) {
          const page: ReadonlyArray<Row> =
            after === undefined
              ? yield* database.run(partners.byKey, [{ id: partnerId ?? "" }])
              : yield* database.run(partners.page, [after])
          for (const partner of page) {
            const id = String(partner.id)
            yield* take([`{"partner":${partners.encode(partner)}}`])
            yield* section(id, partnerId === undefined ? ["partner"] : ["shared", "partner"])
            count += 1
          }
          if (after === undefined || page.length < pageSize) break
          after = partners.before("", page.at(-1))
        }
        if (partnerId !== undefined && count === 0) return yield* new PartnerNotFound({ partnerId })
        yield* take([JSON.stringify({ end: { of: "archive", partners: count } })])
        return { partners: count, records, digests }
      })

    return Archives.of({
      export: (input, take) => {
        const { partnerId } = input
        return partnerId === undefined || isId(partnerId)
          ? Effect.withSpan(database.snapshot(exportAll(input, take)), "Archives.export")
          : Effect.fail(invalid("partnerId", "must be an id made by this service"))
      },
      import: (input, lines) =>
        Effect.withSpan(
          Effect.suspend(() => makeImport(database, tables(), digestsOf)(input, lines)),
          "Archives.import"
        )
    })
  })
