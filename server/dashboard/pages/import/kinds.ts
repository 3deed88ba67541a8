import { type CsvRecord, csvOf } from "../../../../lib/schema/csv.ts"
import type { Faults } from "../../api.ts"
import type { Body, PageOperation } from "../../contract.ts"
import { amountFault, coinsFault } from "../../parts/numbers.ts"
import { words } from "../../words/import.ts"

/** The cells of a line by the name of their column. */
export type Cells = Readonly<Record<string, string>>

interface ImportColumn {
  /** The name in the header. `metadata.*` stands for all names that begin with `metadata.`. */
  readonly name: string
  readonly required?: true
  readonly about: string
}

/** What a file can have: lines that become members, awards or adjustments. */
export interface Kind {
  readonly title: string
  readonly operation: PageOperation
  readonly columns: ReadonlyArray<ImportColumn>
  /** The name of the file with the sample. */
  readonly sampleName: string
  /** Lines of a file that shows how it is done. */
  readonly sample: ReadonlyArray<ReadonlyArray<string>>
  /** The faults of a line by column, in the API's words. */
  readonly check: (cells: Cells) => Faults
  /** What the lines do, said before they are sent. */
  readonly consequence: (lines: ReadonlyArray<Cells>) => string
  readonly submit: (count: number) => string
}

const isText = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

const textFault = (text: string, max: number, isRequired = false): string | undefined => {
  if (text === "") return isRequired ? "is required" : undefined
  const min = isRequired ? 1 : 0
  return text.length <= max && isText(text) ? undefined : `must be text of ${min} to ${max} characters`
}

const decimalFault = (text: string): string | undefined =>
  text === "" ? undefined : text.trim() === text ? amountFault(text) : "must have no spaces around it"

/** The cells of the columns that begin with a prefix such as `metadata.`, without the empty ones. */
const under = (cells: Cells, prefix: string): ReadonlyArray<readonly [name: string, text: string]> =>
  Object.entries(cells).flatMap(([name, text]) =>
    name.startsWith(prefix) && text !== "" ? [[name.slice(prefix.length), text] as const] : []
  )

const metadataFaults = (cells: Cells): Faults =>
  Object.fromEntries(
    under(cells, "metadata.").flatMap(([key, text]) => {
      if (key === "" || key.length > 40)
        return [[`metadata.${key}`, "must have a name of 1 to 40 characters"]]
      const fault = textFault(text, 500)
      return fault === undefined ? [] : [[`metadata.${key}`, fault]]
    })
  )

const faultsOf = (faults: Readonly<Record<string, string | undefined>>): Faults =>
  Object.fromEntries(
    Object.entries(faults).flatMap(([name, fault]) => (fault === undefined ? [] : [[name, fault]]))
  )

/** The fields of a line with a text. */
const given = (cells: Cells, ...names: ReadonlyArray<string>) =>
  Object.fromEntries(names.flatMap((name) => (cells[name] ? [[name, cells[name]]] : [])))

const metadataOf = (cells: Cells) => {
  const entries = under(cells, "metadata.")
  return entries.length === 0 ? {} : { metadata: Object.fromEntries(entries) }
}

/** A number or true or false if the cell says so in the usual way; otherwise a text. `007` stays a text. */
export const attributeOf = (text: string): string | number | boolean => {
  if (text === "true" || text === "false") return text === "true"
  const number = Number(text)
  return text !== "" && String(number) === text && Number.isFinite(number) ? number : text
}

const attributeFaults = (cells: Cells): Faults => {
  const attributes = under(cells, "attributes.")
  const faults = attributes.flatMap(([name, text]) => {
    const column = `attributes.${name}`
    if (name === "" || name.length > 64) return [[column, "must have a name of 1 to 64 characters"] as const]
    const fault = textFault(text, 256)
    return fault === undefined ? [] : [[column, fault] as const]
  })
  if (attributes.length > 20) return { attributes: "cannot be more than 20 for one member" }
  return Object.fromEntries(faults)
}

export const memberBody = (cells: Cells): Body<"members.onboard"> => {
  const attributes = under(cells, "attributes.").map(([name, text]) => [name, attributeOf(text)] as const)
  return {
    ...given(cells, "userId", "tag"),
    ...(attributes.length === 0 ? {} : { attributes: Object.fromEntries(attributes) })
  }
}

export const awardBody = (cells: Cells): Body<"rules.awardMany">["awards"][number] => ({
  userId: cells.userId ?? "",
  ruleName: cells.ruleName ?? "",
  ...given(cells, "amount", "narration"),
  ...metadataOf(cells)
})

export const adjustmentBody = (cells: Cells): Body<"coins.adjustMany">["adjustments"][number] => ({
  userId: cells.userId ?? "",
  coins: cells.coins ?? "",
  debitOrCredit: cells.debitOrCredit === "DE" ? "DE" : "CR",
  reason: cells.reason ?? "",
  ...(cells.points === "true" ? { points: true } : {}),
  ...given(cells, "coinsExpire", "narration"),
  ...metadataOf(cells)
})

const userId = {
  name: "userId",
  required: true,
  about: words.about.userId
} as const
const narration = { name: "narration", about: words.about.narration }
const metadata = { name: "metadata.*", about: words.about.metadata }

const period = /^P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?$/

const membersIn = (lines: ReadonlyArray<Cells>): number => new Set(lines.map((cells) => cells.userId)).size

const sumOf = (lines: ReadonlyArray<Cells>, side: string): number =>
  lines.reduce(
    (sum, { coins, debitOrCredit }) =>
      debitOrCredit === side ? sum + Math.round(Number(coins) * 10_000) : sum,
    0
  ) / 10_000

export const members: Kind = {
  title: words.members,
  operation: "members.onboard",
  columns: [
    { name: "userId", about: words.about.userIdOrTag },
    { name: "tag", about: words.about.tag },
    {
      name: "attributes.*",
      about: words.about.attributes
    }
  ],
  sampleName: words.membersSample,
  sample: [
    ["userId", "attributes.tier", "attributes.birthMonth"],
    ["customer-1", "gold", "5"],
    ["customer-2", "silver", "11"]
  ],
  check: (cells) => ({
    ...faultsOf({
      userId: cells.userId || cells.tag ? textFault(cells.userId ?? "", 128) : "or tag is required",
      tag: textFault(cells.tag ?? "", 64)
    }),
    ...attributeFaults(cells)
  }),
  consequence: (lines) => words.membersConsequence(lines.length),
  submit: words.addMembers
}

export const awards: Kind = {
  title: words.awards,
  operation: "rules.awardMany",
  columns: [
    userId,
    { name: "ruleName", required: true, about: words.about.ruleName },
    { name: "amount", about: words.about.amount },
    narration,
    metadata
  ],
  sampleName: words.awardsSample,
  sample: [
    ["userId", "ruleName", "amount", "narration", "metadata.orderId"],
    ["customer-1", words.sample.rule, "", words.sample.thanks, "1042"],
    ["customer-2", words.sample.rule, "", "", "1043"]
  ],
  check: (cells) => ({
    ...faultsOf({
      userId: textFault(cells.userId ?? "", 128, true),
      ruleName: textFault((cells.ruleName ?? "").trim(), 128, true),
      amount: decimalFault(cells.amount ?? ""),
      narration: textFault(cells.narration ?? "", 500)
    }),
    ...metadataFaults(cells)
  }),
  consequence: (lines) => {
    const rules = new Set(lines.map(({ ruleName = "" }) => ruleName.trim().toLowerCase()))
    return words.awardsConsequence(lines.length, rules.size, membersIn(lines))
  },
  submit: words.awardLines
}

export const adjustments: Kind = {
  title: words.adjustments,
  operation: "coins.adjustMany",
  columns: [
    userId,
    { name: "coins", required: true, about: words.about.coins },
    { name: "debitOrCredit", required: true, about: words.about.debitOrCredit },
    { name: "reason", required: true, about: words.about.reason },
    { name: "points", about: words.about.points },
    { name: "coinsExpire", about: words.about.coinsExpire },
    narration,
    metadata
  ],
  sampleName: words.adjustmentsSample,
  sample: [
    ["userId", "coins", "debitOrCredit", "reason"],
    ["customer-1", "25", "CR", words.sample.goodwill],
    ["customer-2", "2.5", "DE", words.sample.twice]
  ],
  check: (cells) => {
    const { coins = "", coinsExpire = "", debitOrCredit = "", points = "" } = cells
    const isDebit = debitOrCredit === "DE"
    return {
      ...faultsOf({
        userId: textFault(cells.userId ?? "", 128, true),
        coins: coins !== "" && coins.trim() !== coins ? "must have no spaces around it" : coinsFault(coins),
        debitOrCredit:
          debitOrCredit === "CR" || isDebit ? undefined : 'must be "CR" to add coins or "DE" to remove them',
        reason: textFault(cells.reason ?? "", 200, true),
        points:
          points === "" || points === "false" || (points === "true" && !isDebit)
            ? undefined
            : isDebit
              ? "cannot be true for a debit: only credits count on boards"
              : "must be true or false",
        coinsExpire:
          coinsExpire === ""
            ? undefined
            : isDebit
              ? "cannot be given for a debit: only the coins of a credit can expire"
              : period.test(coinsExpire)
                ? undefined
                : "must be a period of whole years, months and days, such as P1Y",
        narration: textFault(cells.narration ?? "", 500)
      }),
      ...metadataFaults(cells)
    }
  },
  consequence: (lines) =>
    words.adjustmentsConsequence(sumOf(lines, "CR"), sumOf(lines, "DE"), membersIn(lines)),
  submit: words.adjustLines
}

export const sampleOf = ({ sample }: Kind): string => csvOf(sample)

/** The cells of a record by the names of the header. Spaces around the names do not count. */
export const cellsOf = (names: ReadonlyArray<string>, { cells }: CsvRecord): Cells =>
  Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]))
