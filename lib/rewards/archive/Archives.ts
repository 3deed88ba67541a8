import { Context, Effect, Layer, type Stream } from "effect"
import { isId } from "../../schema/Id.ts"
import { type InvalidInput, invalid } from "../../schema/Input.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { now } from "../clock.ts"
import { PartnerNotFound } from "../Errors.ts"
import {
  type Digest,
  type Digests,
  type Exported,
  type ExportInput,
  form,
  type Imported,
  type ImportInput,
  makeDigest
} from "./Archive.ts"
import { type ArchiveTable, pageSize, type Row } from "./ArchiveTable.ts"
import { archivedPartners } from "./archivedTables.ts"
import { makeImport } from "./archiveImport.ts"

/**
 * Exports and imports the data of one partner or of all partners, as one line of JSON for each record. An archive of SQLite can be
 * imported into PostgreSQL, and vice versa. Boards and totals are not exported: they are computed from the ledger.
 */
export class Archives extends Context.Tag("rewards/Archives")<
  Archives,
  {
    /**
     * Exports one snapshot of the database. Other transactions can write meanwhile. On SQLite, only transactions of other processes can.
     * On a distributed database, an archive of all partners has one snapshot for each partner. `take` gets at most 500 lines at a time.
     * The export waits until `take` has ended.
     */
    readonly export: <E>(
      input: ExportInput,
      take: (lines: ReadonlyArray<string>) => Effect.Effect<void, E>
    ) => Effect.Effect<Exported, E | InvalidInput | PartnerNotFound | DatabaseFailure>

    /**
     * Writes the records that the database does not have, up to 500 in a transaction. Compares the other records with the stored ones.
     * Records that belong to no partner, such as users, are compared only in the section `service` of the archive, and not in the section
     * of a partner. An import that was interrupted can be started again. A partner must not be used before its import ends.
     */
    readonly import: <E>(
      input: ImportInput,
      lines: Stream.Stream<string, E>
    ) => Effect.Effect<Imported, E | InvalidInput | DatabaseFailure>
  }
>() {
  /** `tables` returns the tables of an archive, each after the tables that it refers to. */
  static readonly layer = (
    tables: () => ReadonlyArray<ArchiveTable>
  ): Layer.Layer<Archives, never, Database> => Layer.effect(this, make(tables))
}

const make = (makeTables: () => ReadonlyArray<ArchiveTable>) =>
  Effect.map(Database, (database) => {
    let made: ReadonlyArray<ArchiveTable> | undefined
    const tables = (): ReadonlyArray<ArchiveTable> => (made ??= makeTables())

    /**
     * Reads the shared rows to which a partner's rows refer. On a distributed database, they can be on another node than the partner's
     * rows, so they are read outside of the snapshot. They are read after the snapshot began. So every shared row to which the partner's
     * rows refer exists.
     */
    const readShared = <E>(
      { byKey }: ArchiveTable,
      referred: NonNullable<ArchiveTable["referred"]>,
      partnerId: string,
      take: (rows: ReadonlyArray<Row>) => Effect.Effect<void, E>
    ) =>
      Effect.gen(function* () {
        let texts: ReadonlyArray<{ readonly id: string }> = []
        do {
          texts = yield* database.run(referred, [{ partnerId, after: texts.at(-1)?.id ?? "" }])
          const keys = texts.filter(({ id }) => isId(id))
          const rows = database.run(byKey, keys)
          yield* take(yield* database.dialect.distributed ? database.outside(rows) : rows)
        } while (texts.length === pageSize)
      })

    const readOwn = <E>(
      table: ArchiveTable,
      partnerId: string,
      take: (rows: ReadonlyArray<Row>) => Effect.Effect<void, E>
    ) =>
      Effect.gen(function* () {
        let rows: ReadonlyArray<Row> = []
        do {
          rows = yield* database.run(table.page, [table.before(partnerId, rows.at(-1))])
          yield* take(rows)
        } while (rows.length === pageSize)
      })

    /** Passes the records of each page to `take`, and returns a digest for each table. */
    const readTables = <E>(
      some: ReadonlyArray<ArchiveTable>,
      partnerId: string,
      take: (table: ArchiveTable, records: ReadonlyArray<string>) => Effect.Effect<void, E>
    ) =>
      Effect.gen(function* () {
        const digests: Record<string, Digest> = {}
        for (const table of some) {
          const digest = makeDigest()
          const takeRows = (rows: ReadonlyArray<Row>) => {
            const records = rows.map(table.encode)
            for (const record of records) digest.add(record)
            return records.length > 0 ? take(table, records) : Effect.void
          }
          yield* table.referred === undefined
            ? readOwn(table, partnerId, takeRows)
            : readShared(table, table.referred, partnerId, takeRows)
          digests[table.name] = digest.get()
        }
        return digests
      })

    const exportAll = <E>(
      { onRecords = () => {}, partnerId }: ExportInput,
      take: (lines: ReadonlyArray<string>) => Effect.Effect<void, E>,
      snapshot: Exported["snapshot"]
    ) =>
      Effect.gen(function* () {
        const isWhole = snapshot === "archive"
        const digests: Record<string, Digests> = {}
        let records = 0

        const section = (name: string, of: ReadonlyArray<ArchiveTable["of"]>) =>
          Effect.gen(function* () {
            const some = tables().filter((each) => of.includes(each.of))
            const found = yield* readTables(some, name, (table, page) => {
              records += page.length
              onRecords(records)
              return take(page.map((record) => `{"${table.name}":${record}}`))
            })
            digests[name] = found
            yield* take([JSON.stringify({ end: { of: name, records: found } })])
          })

        const partnerSection = (partner: Row) =>
          Effect.gen(function* () {
            yield* take([`{"partner":${archivedPartners.encode(partner)}}`])
            // Shared rows, such as users, are in the section `service`. If there is no such section, or if it is from another snapshot,
            // the partner's section also contains the shared rows that it refers to.
            const withShared = partnerId !== undefined || !isWhole
            yield* section(String(partner.id), withShared ? ["shared", "partner"] : ["partner"])
          })

        const ownSnapshot = ({ id = "" }: Row) =>
          Effect.flatMap(database.run(archivedPartners.byKey, [{ id }]), (found) =>
            Effect.forEach(found, partnerSection, { discard: true })
          ).pipe(database.snapshot)

        const createdAt = (yield* now).toISOString()
        const header = { archive: form, of: partnerId ?? "all", createdAt }
        yield* take([JSON.stringify(isWhole ? header : { ...header, snapshot })])
        const service = section("service", ["service"])
        if (partnerId === undefined) yield* isWhole ? service : database.snapshot(service)
        let count = 0
        let after = partnerId === undefined ? archivedPartners.before("") : undefined
        for (;;) {
          const page: ReadonlyArray<Row> =
            after === undefined
              ? yield* database.run(archivedPartners.byKey, [{ id: partnerId ?? "" }])
              : yield* database.run(archivedPartners.page, [after])
          yield* Effect.forEach(page, isWhole ? partnerSection : ownSnapshot, { discard: true })
          count += page.length
          if (after === undefined || page.length < pageSize) break
          after = archivedPartners.before("", page.at(-1))
        }
        if (partnerId !== undefined && count === 0) return yield* new PartnerNotFound({ partnerId })
        yield* take([JSON.stringify({ end: { of: "archive", partners: count } })])
        const exported: Exported = { partners: count, records, digests, snapshot }
        return exported
      })

    const exportArchive = <E>(
      input: ExportInput,
      take: (lines: ReadonlyArray<string>) => Effect.Effect<void, E>
    ) =>
      // `dialect.distributed` is known only after the first statement, so an empty snapshot runs first.
      Effect.flatMap(database.snapshot(Effect.void), () =>
        database.dialect.distributed && input.partnerId === undefined
          ? exportAll(input, take, "partner")
          : database.snapshot(exportAll(input, take, "archive"))
      )

    return Archives.of({
      export: (input, take) => {
        const { partnerId } = input
        return partnerId === undefined || isId(partnerId)
          ? Effect.withSpan(exportArchive(input, take), "Archives.export")
          : Effect.fail(invalid("partnerId", "must be an id made by this service"))
      },
      import: (input, lines) =>
        Effect.withSpan(
          Effect.suspend(() => {
            const readDigests = (some: ReadonlyArray<ArchiveTable>, partnerId: string) =>
              readTables(some, partnerId, () => Effect.void)
            return makeImport(database, tables(), readDigests)(input, lines)
          }),
          "Archives.import"
        )
    })
  })
