import { Chunk, type Context, Effect, Encoding, Predicate, Stream } from "effect"
import { isId } from "../../schema/Id.ts"
import { invalid } from "../../schema/Input.ts"
import type { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import {
  type Difference,
  type Digest,
  type Digests,
  form,
  type Imported,
  type ImportInput
} from "./Archive.ts"
import { type ArchiveTable, pageSize, type Row } from "./ArchiveTable.ts"
import { archivedPartners } from "./archivedTables.ts"

/** Rows of one table that will be written together. */
interface Waiting {
  readonly table: ArchiveTable
  readonly firstLine: number
  readonly rows: Array<Row>
}

type ReadDigests = (
  tables: ReadonlyArray<ArchiveTable>,
  partnerId: string
) => Effect.Effect<Digests, DatabaseFailure>

/** Returns the name and the value of the first field of the JSON object in a line. The name is the kind of the line. */
const parseLine = (line: string): readonly [name: string, value: unknown] | undefined => {
  try {
    const parsed: unknown = JSON.parse(line)
    return Predicate.isRecord(parsed) ? Object.entries(parsed)[0] : undefined
  } catch {
    return undefined
  }
}

/** Returns the key of a row as text. Drivers return bytes in different classes, which `JSON.stringify` would write differently. */
const keyOf = (table: ArchiveTable, partnerId: string, row: Row): string =>
  JSON.stringify(
    Object.values(table.before(partnerId, row)).map((value) =>
      value instanceof Uint8Array ? Encoding.encodeHex(value) : value
    )
  )

const noDigest: Digest = { count: 0, digest: "0".repeat(64) }

const digestIn = (digests: Readonly<Record<string, unknown>>, name: string): Digest => {
  const found = digests[name]
  if (!Predicate.isRecord(found)) return noDigest
  return { count: Number(found.count), digest: String(found.digest) }
}

/** Implements `Archives.import`. */
export const makeImport =
  (database: Context.Tag.Service<Database>, tables: ReadonlyArray<ArchiveTable>, readDigests: ReadDigests) =>
  <E>({ onRecords = () => {} }: ImportInput, lines: Stream.Stream<string, E>) =>
    Effect.gen(function* () {
      let number = 0
      let records = 0
      let written = 0
      /** The section that is being read: the id of a partner, or "service" for rows that belong to no partner. */
      let section = "service"
      /** Whether lines of the section were read, but not its end. */
      let isOpen = false
      let began = false
      let ended = false
      let waiting: Waiting | undefined
      const partnerIds: Array<string> = []
      const differences: Array<Difference> = []

      const fault = (problem: string) => invalid(`line ${number}`, problem)

      const tableOf = (name: string): ArchiveTable | undefined =>
        tables.find((table) => table.name === name && (section === "service") === (table.of === "service"))

      /** Writes rows in one transaction. `line` is the number of the first line. */
      const writeRows = (table: ArchiveTable, rows: ReadonlyArray<Row>, line: number) => {
        const refused = (reason: string) =>
          invalid(
            `line ${line}`,
            `or one of the lines after it cannot be written as ${table.name}: ${reason}`
          )
        return database
          .transaction(Effect.forEach(table.writes, (each) => database.run(each, rows), { discard: true }))
          .pipe(
            Effect.catchTag("TransactionConflict", ({ message }) =>
              Effect.fail(refused(`the database has another row with the same name or key (${message})`))
            ),
            Effect.catchAllDefect((defect) => Effect.fail(refused(String(defect))))
          )
      }

      /** Writes the waiting rows, except rows that the database already has. */
      const flush = Effect.suspend(() => {
        if (waiting === undefined) return Effect.void
        const { firstLine, rows, table } = waiting
        waiting = undefined
        return Effect.gen(function* () {
          const existing = yield* database.run(
            table.byKey,
            rows.map((row) => table.before(section, row))
          )
          const known = new Map(existing.map((row) => [keyOf(table, section, row), table.encode(row)]))
          const missing = rows.filter((row) => !known.has(keyOf(table, section, row)))
          if (missing.length > 0) yield* writeRows(table, missing, firstLine)
          written += missing.length
          const changed = rows.filter((row) => {
            const stored = known.get(keyOf(table, section, row))
            return stored !== undefined && stored !== table.encode(row)
          })
          // Rows that belong to no partner are compared here, one by one, because the archive may have only some of the database's
          // rows. Rows of a partner are compared by digests at the end of its section.
          if (section === "service" && changed.length > 0) {
            differences.push({
              partnerId: null,
              record: table.name,
              archive: { count: rows.length, digest: "" },
              database: { count: rows.length - changed.length, digest: "" }
            })
          }
        })
      })

      const endSection = (digests: unknown) =>
        Effect.gen(function* () {
          if (!Predicate.isRecord(digests)) return yield* fault("has no counts and digests of its records")
          isOpen = false
          if (section === "service") return
          const own = tables.filter(({ name, of }) => of !== "service" && name in digests)
          const found = yield* readDigests(own, section)
          for (const { name, of } of own) {
            const archive = digestIn(digests, name)
            const stored = found[name] ?? noDigest
            // The database may have more shared rows (such as users) than the archive, so shared rows are not compared.
            if (of === "partner" && (archive.count !== stored.count || archive.digest !== stored.digest)) {
              differences.push({ partnerId: section, record: name, archive, database: stored })
            }
          }
        })

      const beginPartner = (value: unknown) =>
        Effect.gen(function* () {
          const row = archivedPartners.decode("", value)
          if (typeof row === "string") return yield* fault(`${row}: partner`)
          if (isOpen) return yield* fault(`begins a partner before the end of the section ${section}`)
          const id = String(row.id)
          const [existing] = yield* database.run(archivedPartners.byKey, [{ id }])
          if (existing === undefined) {
            yield* writeRows(archivedPartners, [row], number)
          } else if (archivedPartners.encode(existing) !== archivedPartners.encode(row)) {
            const one = { count: 1, digest: "" }
            differences.push({ partnerId: id, record: "partner", archive: one, database: one })
          }
          section = id
          isOpen = true
          partnerIds.push(id)
        })

      const end = (value: unknown) =>
        Effect.gen(function* () {
          const { of, partners, records: digests } = Predicate.isRecord(value) ? value : {}
          if (of === section) return yield* endSection(digests)
          if (of !== "archive" || isOpen)
            return yield* fault(`ends the section ${String(of)} inside the section ${section}`)
          if (partners !== partnerIds.length)
            return yield* fault(
              `counts ${String(partners)} partners, but the archive has ${partnerIds.length}`
            )
          ended = true
        })

      const begin = (name: string, value: unknown) => {
        if (name !== "archive") return fault('must be the first line of an archive, as in {"archive":1}')
        if (value !== form)
          return fault(`is an archive of format ${String(value)}; this version reads format ${form}`)
        began = true
        return Effect.void
      }

      /** Adds a record to `waiting`. Returns the effect that must run next, if there is one. */
      const add = (name: string, value: unknown) => {
        const table = tableOf(name)
        if (table === undefined)
          return fault(`is a record "${name.slice(0, 60)}", which this version does not know`)
        const row = table.decode(isId(section) ? section : "", value)
        if (typeof row === "string") return fault(`${row}: ${name}`)
        records += 1
        isOpen = true
        if (waiting?.table === table && waiting.rows.length < pageSize) {
          waiting.rows.push(row)
          return undefined
        }
        return Effect.zipRight(
          flush,
          Effect.sync(() => {
            waiting = { table, firstLine: number, rows: [row] }
            onRecords(records)
          })
        )
      }

      const readLine = (line: string) => {
        const [name, value] = parseLine(line) ?? []
        if (name === undefined) return fault("must be an object in JSON")
        if (!began) return begin(name, value)
        if (ended) return fault("must not follow the end of the archive")
        if (name === "partner") return Effect.zipRight(flush, beginPartner(value))
        return name === "end" ? Effect.zipRight(flush, end(value)) : add(name, value)
      }

      yield* Stream.runForEachChunk(lines, (chunk) =>
        Effect.gen(function* () {
          for (const line of Chunk.toReadonlyArray(chunk)) {
            number += 1
            const work = line === "" ? undefined : readLine(line)
            if (work !== undefined) yield* work
          }
        })
      )
      if (!ended) return yield* invalid("the archive", `ends early, at line ${number}: export it again`)
      onRecords(records)
      const imported: Imported = { partnerIds, records, written, differences }
      return imported
    })
