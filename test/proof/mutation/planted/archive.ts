import type { Planted } from "../planted.ts"

const digests = "lib/rewards/archive/Archive.ts"
const table = "lib/rewards/archive/ArchiveTable.ts"
const exporter = "lib/rewards/archive/Archives.ts"
const importer = "lib/rewards/archive/archiveImport.ts"
const core = "lib/rewards/archive/archivedTables.ts"
const accounts = "lib/accounts/archive.ts"
const webhooks = "lib/webhooks/archive.ts"
const promises = "lib/open/archives.ts"

export const planted: ReadonlyArray<Planted> = [
  {
    file: digests,
    mistake: "a digest is that of the last record alone",
    code: "sum = (sum + BigInt(",
    to: "sum = (0n + BigInt("
  },
  {
    file: digests,
    mistake: "a digest says how many records there are, and not which",
    code: `update(record)`,
    to: `update("record")`
  },
  {
    file: digests,
    mistake: "a digest grows with the number of records",
    code: `.digest("hex")}\`)) % modulus`,
    to: `.digest("hex")}\`))`
  },
  {
    file: digests,
    mistake: "a digest has no leading zeros",
    code: `.padStart(64, "0")`,
    to: ""
  },
  {
    file: digests,
    mistake: "a digest depends on the order of the records",
    code: "sum = (sum + BigInt(",
    to: "sum = (sum * 3n + BigInt("
  },
  {
    file: digests,
    mistake: "a digest does not count its records",
    code: "count += 1",
    to: "count = 1"
  },
  {
    file: table,
    mistake: "an instant of any form is accepted",
    code: `if (type === "instant") return isInstant(value) ? value : undefined`,
    to: ""
  },
  {
    file: table,
    mistake: "a number that is not whole is accepted",
    code: `typeof value === "number" && Number.isSafeInteger(value) ? value : undefined`,
    to: `typeof value === "number" ? value : undefined`
  },
  {
    file: table,
    mistake: "an id of any form is accepted",
    code: "return isId(value) ? value : undefined",
    to: "return value"
  },
  {
    file: table,
    mistake: "the bytes of a column are the letters of their hexadecimal digits",
    code: "Either.getOrUndefined(Encoding.decodeHex(value))",
    to: "new TextEncoder().encode(value)"
  },
  {
    file: table,
    mistake: "text that one database cannot store is accepted",
    code: `return value.isWellFormed() && !value.includes("\\0") ? value : undefined`,
    to: "return value"
  },
  {
    file: table,
    mistake: "null is accepted in a column that cannot have it",
    code: `given === null && type.endsWith("?") ? null`,
    to: "given === null ? null"
  },
  {
    file: table,
    mistake: "a field that this version does not know is left out in silence",
    code: "return unknown === undefined ? row",
    to: "return unknown !== undefined || unknown === undefined ? row"
  },
  {
    file: table,
    mistake: "a record that is written twice in the archive cannot be imported",
    code: `ON CONFLICT (\${primaryKey.map(sqlName).join(", ")}) DO NOTHING`,
    to: ""
  },
  {
    file: table,
    mistake: "a page of a partner's rows has those of other partners",
    code: `isPartners ? \`t.partner_id = \${asked("partner_id")} AND \` : ""`,
    to: `""`
  },
  {
    file: table,
    mistake: "the second page begins with the last row of the first",
    code: `(\${keyed}) > (\${key.map(asked).join(", ")})`,
    to: `(\${keyed}) >= (\${key.map(asked).join(", ")})`
  },
  {
    file: table,
    mistake: "pages are in the order in which the database finds rows",
    code: `\${key.length === 0 ? "" : \`ORDER BY \${keyed}\`} LIMIT \${pageSize}`,
    to: `LIMIT \${pageSize}`
  },
  {
    file: table,
    mistake: "the condition of a table is forgotten",
    code: `(\${textOf(where, fragments)})`,
    to: `(\${textOf("TRUE", fragments)})`
  },
  {
    file: table,
    mistake: "every page begins with the first row",
    code: `row?.[column] ?? smallest[typeOf(column)] ?? ""`,
    to: `smallest[typeOf(column)] ?? ""`
  },
  {
    file: table,
    mistake: "stored rows are found by their keys without the partner",
    code: `WHERE \${Object.keys(keyInput)`,
    to: `WHERE \${Object.keys(keyInput).filter((name, _, all) => all.length === 1 || name !== "partnerId")`
  },
  {
    file: table,
    mistake: "the fields that are not columns are not encoded",
    code: "Object.keys(fields).map((column) => {",
    to: "Object.keys(fields).filter((column) => !(column in extra)).map((column) => {"
  },
  {
    file: exporter,
    mistake: "only the first page of a table is exported",
    code: "while (rows.length === pageSize)",
    to: "while (rows.length > pageSize)"
  },
  {
    file: exporter,
    mistake: "the digest of a table is that of its first page",
    code: "for (const record of records) digest.add(record)",
    to: "if (digests[table.name] === undefined) { digests[table.name] = digest.get(); for (const record of records) digest.add(record) }"
  },
  {
    file: exporter,
    mistake: "the export counts pages, not records",
    code: "records += page.length",
    to: "records += 1"
  },
  {
    file: exporter,
    mistake: "the progress of an export is not reported",
    code: "onRecords(records) return take(",
    to: "return take("
  },
  {
    file: exporter,
    mistake: "the answer of an export has no digests",
    code: "digests[name] = found",
    to: ""
  },
  {
    file: exporter,
    mistake: "a user is in the archive of all once for each partner",
    code: "const withShared = partnerId !== undefined || !isWhole",
    to: "const withShared = true"
  },
  {
    file: exporter,
    mistake: "an archive of one partner has no users",
    code: "const withShared = partnerId !== undefined || !isWhole",
    to: "const withShared = !isWhole"
  },
  {
    file: exporter,
    mistake: "the archive of one partner has all users of the service",
    code: "if (partnerId === undefined) yield* isWhole ? service : database.snapshot(service)",
    to: "yield* isWhole ? service : database.snapshot(service)"
  },
  {
    file: exporter,
    mistake: "the header says that an archive of one partner has all",
    code: `of: partnerId ?? "all"`,
    to: `of: "all"`
  },
  {
    file: exporter,
    mistake: "only the first 500 partners are exported",
    code: "if (after === undefined || page.length < pageSize) break",
    to: "break"
  },
  {
    file: exporter,
    mistake: "each page of partners begins with the second of the page before",
    code: `archivedPartners.before("", page.at(-1))`,
    to: `archivedPartners.before("", page.at(0))`
  },
  {
    file: exporter,
    mistake: "the export of an unknown partner is an empty archive",
    code: "if (partnerId !== undefined && count === 0)",
    to: "if (false)"
  },
  {
    file: exporter,
    mistake: "an export is not one state of the database",
    code: `database.snapshot(exportAll(input, take, "archive"))`,
    to: `exportAll(input, take, "archive")`
  },
  {
    file: exporter,
    mistake: "the last line does not count the partners of all pages",
    code: "count += page.length",
    to: "count = page.length"
  },
  {
    file: exporter,
    mistake: "the time of the header is not that of the engine's clock",
    code: "(yield* now).toISOString()",
    to: "(yield* now, new Date()).toISOString()"
  },
  {
    file: exporter,
    mistake: "text that is no id is asked of the database",
    code: "partnerId === undefined || isId(partnerId)",
    to: "true"
  },
  {
    file: importer,
    mistake: "an import compares counts and no digests",
    code: "archive.count !== stored.count || archive.digest !== stored.digest",
    to: "archive.count !== stored.count"
  },
  {
    file: importer,
    mistake: "an import does not compare rows of the service",
    code: `section === "service" && changed.length > 0`,
    to: "false"
  },
  {
    file: importer,
    mistake: "an import reports users of a partner that the archive does not have",
    code: `of === "partner" && (archive.count`,
    to: "(archive.count"
  },
  {
    file: importer,
    mistake: "an import does not compare the partner itself",
    code: "else if (archivedPartners.encode(existing) !== archivedPartners.encode(row))",
    to: "else if (false)"
  },
  {
    file: importer,
    mistake: "a new partner is counted as a record that was written",
    code: "yield* writeRows(archivedPartners, [row], number)",
    to: "{ yield* writeRows(archivedPartners, [row], number); written += 1 }"
  },
  {
    file: importer,
    mistake: "rows that were there are counted as written",
    code: "written += missing.length",
    to: "written += rows.length"
  },
  {
    file: importer,
    mistake: "a row that was written is written again in the next section",
    code: "const { firstLine, rows, table } = waiting waiting = undefined",
    to: "const { firstLine, rows, table } = waiting"
  },
  {
    file: importer,
    mistake: "a record of the service is taken for one of the partner",
    code: `table.name === name && (section === "service") === (table.of === "service")`,
    to: "table.name === name"
  },
  {
    file: importer,
    mistake: "the rows before the end of a section are not written",
    code: `return name === "end" ? Effect.zipRight(flush, end(value)) : add(name, value)`,
    to: `return name === "end" ? end(value) : add(name, value)`
  },
  {
    file: importer,
    mistake: "the rows before a partner are not written",
    code: `if (name === "partner") return Effect.zipRight(flush, beginPartner(value))`,
    to: `if (name === "partner") return beginPartner(value)`
  },
  {
    file: importer,
    mistake: "the end of another section ends this one",
    code: "if (of === section) return yield* endSection(digests)",
    to: `if (of !== "archive") return yield* endSection(digests)`
  },
  {
    file: importer,
    mistake: "a partner begins before the end of the section before it",
    code: "if (isOpen) return yield* fault(`begins a partner",
    to: "if (false) return yield* fault(`begins a partner"
  },
  {
    file: importer,
    mistake: "the archive ends before its last section does",
    code: `of !== "archive" || isOpen`,
    to: `of !== "archive"`
  },
  {
    file: importer,
    mistake: "a section without digests is compared with nothing",
    code: `if (!Predicate.isRecord(digests)) return yield* fault("has no counts and digests of its records")`,
    to: "if (!Predicate.isRecord(digests)) return void (isOpen = false)"
  },
  {
    file: importer,
    mistake: "an archive that lost a partner is imported",
    code: "if (partners !== partnerIds.length)",
    to: "if (false)"
  },
  {
    file: importer,
    mistake: "empty lines are not counted in the number of a line",
    code: 'number += 1 const work = line === "" ? undefined : readLine(line)',
    to: 'if (line !== "") number += 1\n const work = line === "" ? undefined : readLine(line)'
  },
  {
    file: importer,
    mistake: "lines after the end of the archive are imported",
    code: `if (ended) return fault("must not follow the end of the archive")`,
    to: ""
  },
  {
    file: importer,
    mistake: "an archive of another format is imported",
    code: "if (value !== form)",
    to: "if (false)"
  },
  {
    file: importer,
    mistake: "an archive without its last line is imported",
    code: "if (!ended) return",
    to: "if (false) return"
  },
  {
    file: importer,
    mistake: "a conflict with another row is a fault of the database",
    code: `Effect.catchTag("TransactionConflict", ({ message }) =>`,
    to: `Effect.catchTag("LockTimeout", ({ message }) =>`
  },
  {
    file: importer,
    mistake: "a row that a constraint refuses is a defect",
    code: "Effect.catchAllDefect((defect) => Effect.fail(refused(String(defect))))",
    to: ""
  },
  {
    file: importer,
    mistake: "rows of two tables are written together",
    code: "waiting?.table === table && waiting.rows.length < pageSize",
    to: "waiting !== undefined && waiting.rows.length < pageSize"
  },
  {
    file: importer,
    mistake: "the rows of a full page are lost",
    code: "return Effect.zipRight( flush, Effect.sync(() => {",
    to: "return Effect.zipRight(waiting?.table === table ? Effect.void : flush, Effect.sync(() => {"
  },
  {
    file: importer,
    mistake: "an import does not count the records",
    code: "records += 1",
    to: ""
  },
  {
    file: importer,
    mistake: "the fault of a row is reported at the last line that was read",
    code: "if (missing.length > 0) yield* writeRows(table, missing, firstLine)",
    to: "if (missing.length > 0) yield* writeRows(table, missing, number)"
  },
  {
    file: importer,
    mistake: "the last records are not reported as progress",
    code: "onRecords(records) const imported",
    to: "const imported"
  },
  {
    file: core,
    mistake: "the linked id of a member is imported as its own",
    code: `insertIds("linked_id", true)`,
    to: `insertIds("linked_id", false)`
  },
  {
    file: core,
    mistake: "the linked id of a member is left out",
    code: `\${holds("i.linked", true)}`,
    to: `\${holds("i.linked", false)}`
  },
  {
    file: core,
    mistake: "texts are left out",
    code: `archiveTable(core.texts, { record: "text" }),`,
    to: ""
  },
  {
    file: accounts,
    mistake: "the trail of the service has the entries of partners",
    code: `where: "t.partner_id IS NULL"`,
    to: `where: "TRUE"`
  },
  {
    file: accounts,
    mistake: "somebody can log in before the partner's other rows are imported",
    code: `archiveTable(applications, { record: "application" }),`,
    to: `archiveTable(people, { record: "person" }), archiveTable(applications, { record: "application" }),`
  },
  {
    file: webhooks,
    mistake: "an archive has webhooks that were removed",
    code: `where: "t.status <> 'removed'"`,
    to: `where: "TRUE"`
  },
  {
    file: promises,
    mistake: "the last lines of an archive are not read",
    code: "if (group.length > 0) yield group",
    to: ""
  },
  {
    file: promises,
    mistake: "lines are read again with the next group",
    code: "yield group group = []",
    to: "yield [...group]"
  },
  {
    file: promises,
    mistake: "the export does not wait until its lines are written",
    code: `Effect.promise(() => write(\`\${lines.join("\\n")}\\n\`))`,
    to: `Effect.sync(() => void write(\`\${lines.join("\\n")}\\n\`))`
  },
  {
    file: promises,
    mistake: "the last line of each part has no line feed",
    code: `write(\`\${lines.join("\\n")}\\n\`)`,
    to: 'write(lines.join("\\n"))'
  }
]
