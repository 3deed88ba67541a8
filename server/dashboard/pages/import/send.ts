import { csvOf } from "../../../../lib/schema/csv.ts"
import { ApiFailure, call, messageOf } from "../../api.ts"
import { plainWords } from "../../parts/plainWords.ts"
import { words } from "../../words/import.ts"
import { adjustmentBody, awardBody, type Kind, memberBody } from "./kinds.ts"
import type { ImportFile, Line } from "./readFile.ts"

/** What became of a line. */
export interface Outcome {
  readonly state: "done" | "waiting" | "refused"
  /** The id of what was made; empty if the line was refused. */
  readonly id: string
  readonly problem: string
}

/** What became of each line that was sent, by the number of the line. */
export type Outcomes = ReadonlyMap<number, Outcome>

/** Lines are sent in parts of this size, so that it shows how far it is and can be stopped. */
const partSize = 100

/** The same line of the same file has the same key, so sending it again has no second effect. */
export const keyOf = ({ operation }: Kind, { digest }: ImportFile, { number }: Line): string =>
  `csv-${operation}-${digest}-${number}`

const refused = (problem: string): Outcome => ({ state: "refused", id: "", problem })

type BulkOutcome =
  | { readonly status: "success"; readonly data: { readonly id: string; readonly state?: string } }
  | { readonly status: "failed"; readonly data: { readonly appErrorCode: string; readonly error: string } }

const outcomeOf = (given: BulkOutcome): Outcome =>
  given.status === "failed"
    ? refused(plainWords(given.data.appErrorCode, given.data.error))
    : { state: given.data.state === "waiting" ? "waiting" : "done", id: given.data.id, problem: "" }

const addMember = async ({ cells }: Line, signal: AbortSignal): Promise<Outcome> => {
  try {
    // No idempotency key: adding a member again returns the same member.
    const { id } = await call("members.onboard", { body: memberBody(cells), signal })
    return { state: "done", id, problem: "" }
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 400) return refused(messageOf(error))
    throw error
  }
}

const sendPart = async (
  kind: Kind,
  file: ImportFile,
  lines: ReadonlyArray<Line>,
  signal: AbortSignal
): Promise<ReadonlyArray<Outcome>> => {
  const keyed = <Item>(itemOf: (cells: Line["cells"]) => Item) =>
    lines.map((line) => ({ ...itemOf(line.cells), idempotencyKey: keyOf(kind, file, line) }))
  if (kind.operation === "rules.awardMany") {
    const { outcomes } = await call("rules.awardMany", { body: { awards: keyed(awardBody) }, signal })
    return outcomes.map(outcomeOf)
  }
  if (kind.operation === "coins.adjustMany") {
    const body = { adjustments: keyed(adjustmentBody) }
    const { outcomes } = await call("coins.adjustMany", { body, signal })
    return outcomes.map(outcomeOf)
  }
  return Promise.all(lines.map((line) => addMember(line, signal)))
}

/** The members of a part are sent at once, so it is smaller. */
const sizeOf = ({ operation }: Kind): number => (operation === "members.onboard" ? 10 : partSize)

/**
 * Sends the lines that have no outcome yet, part by part, and reports the outcomes of each part. Stops before the next part once
 * `isStopped` says so. Throws if a part gets no answer: its lines may have had their effect, and sending them again has no other.
 */
export const sendLines = async (
  kind: Kind,
  file: ImportFile,
  known: Outcomes,
  {
    isStopped,
    onPart,
    signal
  }: {
    readonly isStopped: () => boolean
    readonly onPart: (outcomes: Outcomes) => void
    readonly signal: AbortSignal
  }
): Promise<void> => {
  const left = file.good.filter(({ number }) => !known.has(number))
  const outcomes = new Map(known)
  const size = sizeOf(kind)
  for (let start = 0; start < left.length && !isStopped(); start += size) {
    const part = left.slice(start, start + size)
    const found = await sendPart(kind, file, part, signal)
    for (const [index, { number }] of part.entries()) {
      const outcome = found[index]
      if (outcome !== undefined) outcomes.set(number, outcome)
    }
    onPart(new Map(outcomes))
  }
}

/** Each line of the file with what became of it, as CSV. */
export const resultOf = ({ bad, columns, good }: ImportFile, outcomes: Outcomes): string => {
  const rows = good.map(({ cells, number }) => {
    const outcome = outcomes.get(number)
    const state = outcome === undefined ? words.notSent : words.outcomes[outcome.state]
    return {
      number,
      row: [
        String(number),
        state,
        outcome?.problem ?? "",
        outcome?.id ?? "",
        ...columns.map((name) => cells[name] ?? "")
      ]
    }
  })
  const wrong = bad.map(({ column, line, problem }) => ({
    number: line,
    row: [String(line), words.notSent, `${column} ${problem}`.trim(), "", ...columns.map(() => "")]
  }))
  const all = [...rows, ...wrong].sort((one, other) => one.number - other.number)
  const { id, line, outcome, problem } = words.resultColumns
  return csvOf([[line, outcome, problem, id, ...columns], ...all.map(({ row }) => row)])
}
