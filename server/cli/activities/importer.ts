import type { FileHandle } from "node:fs/promises"
import {
  type ActivityInput,
  type ActivityResult,
  Coins,
  type RewardsClient,
  RewardsError
} from "../../../lib/index.ts"
import type { Import, Importer } from "../fileImport/importFile.ts"
import { bulkSize, hashOfText, keyFor, type Line, type OnBytes } from "../fileImport/passes.ts"
import { notUtf8, type Problem, readInBulks, type TextLine, tooLong } from "../fileImport/textLines.ts"

type Given = Pick<ActivityInput, "userId" | "type" | "data" | "occurredAt">

/** A line of the file. The library has not checked its fields. */
export interface ActivityLine extends Line {
  readonly input: Given
}

const fields = ["userId", "type", "data", "occurredAt"]

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const readLine = ({ line, text, valid }: TextLine): ActivityLine | Problem => {
  if (text === undefined) return { line, problem: tooLong }
  if (!valid) return { line, problem: notUtf8 }
  const value = parse(text)
  if (!isObject(value)) return { line, problem: "is not a JSON object" }
  const unknown = Object.keys(value).find((name) => !fields.includes(name))
  if (unknown !== undefined) {
    const name = JSON.stringify(unknown.slice(0, 60))
    return { line, problem: `has the unknown field ${name}: it can have ${fields.join(", ")}` }
  }
  // The library checks the fields.
  const input = value as Given
  return { line, userId: input.userId, input }
}

/** Reads the lines of a JSONL file in bulks. Empty lines are skipped. */
export const readActivities = (
  file: FileHandle,
  onBytes: OnBytes
): AsyncGenerator<ReadonlyArray<ActivityLine | Problem>> =>
  readInBulks<ActivityLine | Problem>(file, bulkSize, onBytes, (add) => ({
    line: (line) => {
      if (line.text?.trim() !== "") add(readLine(line))
    },
    end: () => {}
  }))

/** Makes the order of an object's keys the same for equal values. */
const sortKeys = (_: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** A hash of what a line says. The order of keys, and the way in which an instant is written, make no difference. */
export const hashOf = ({
  input: { data = {}, occurredAt, type, userId }
}: ActivityLine): Buffer | undefined => {
  const at = occurredAt === undefined ? null : Date.parse(String(occurredAt))
  return Number.isNaN(at) ? undefined : hashOfText(JSON.stringify([userId, type, data, at], sortKeys))
}

export const keyOf = keyFor("activities-replay")

/** Records activities in order, in smaller bulks if many rules decide about them. */
const recordAll = async (
  { activities }: Pick<RewardsClient, "activities">,
  inputs: ReadonlyArray<ActivityInput>
): Promise<ReadonlyArray<ActivityResult>> => {
  try {
    return await activities.recordMany(inputs)
  } catch (error) {
    if (!(error instanceof RewardsError && error.data._tag === "BulkTooLarge")) throw error
    const results: Array<ActivityResult> = []
    for (let from = 0; from < inputs.length; from += error.data.most) {
      results.push(...(await recordAll({ activities }, inputs.slice(from, from + error.data.most))))
    }
    return results
  }
}

/** Records each line as an activity. */
export const activitiesImporter =
  ({ onboard }: { readonly onboard: boolean }) =>
  ({ file, partnerId, rewards }: Import): Importer<ActivityLine> => {
    /** What the activities of this run paid. */
    let units = 0n

    const inputOf = (line: ActivityLine): ActivityInput => ({
      ...line.input,
      partnerId,
      idempotencyKey: keyOf(hashOf(line))
    })

    return {
      source: {
        read: (onBytes) => readActivities(file, onBytes),
        hashOf,
        repeated: "delete one, or give them different times in occurredAt",
        check: (lines) => rewards.activities.checkMany(lines.map(inputOf)),
        onboard,
        onboardMany: (userIds) =>
          rewards.members.onboardMany(userIds.map((userId) => ({ partnerId, userId }))),
        write: async (lines) => {
          const results = await recordAll(rewards, lines.map(inputOf))
          return results.map((result) => {
            if (!result.ok) return result
            const { outcomes, replayed } = result.activity
            for (const { coins } of replayed ? [] : outcomes) units += BigInt(Coins.parse(coins) ?? 0)
            return { ok: true, replayed }
          })
        }
      },
      progress: "Recording",
      done: "recorded",
      resultOf: ({ count }) => ({ recorded: count, coins: Coins.format(units) }),
      contentOf: () => "",
      earnedOf: () => ` and paid ${Coins.format(units)} coins`
    }
  }
