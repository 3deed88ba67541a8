import { call } from "../../api.ts"
import type { Award, Body, Data } from "../../contract.ts"
import type { Faults } from "../../faults.ts"
import type { Entry } from "./MetadataFields.tsx"

export interface AwardValues {
  readonly userId: string
  readonly ruleName: string
  readonly narration: string
  readonly metadata: ReadonlyArray<Entry>
}

export const bodyOf = ({ metadata, narration, ruleName, userId }: AwardValues): Body<"rules.award"> => ({
  userId,
  ruleName,
  ...(narration.trim() === "" ? {} : { narration: narration.trim() }),
  ...(metadata.length === 0
    ? {}
    : { metadata: Object.fromEntries(metadata.map(({ key, value }) => [key.trim(), value])) })
})

/** Two entries under one key would become one without a word. The API judges everything else. */
export const check = ({ metadata, ruleName, userId }: AwardValues): Faults => {
  const keys = metadata.map(({ key }) => key.trim())
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  return {
    ...(userId === "" ? { userId: "is required" } : {}),
    ...(ruleName === "" ? { ruleName: "is required" } : {}),
    ...(twice === undefined ? {} : { metadata: `has the key ${JSON.stringify(twice)} twice` })
  }
}

export interface Made {
  readonly answer: Data<"rules.award">
  /** The award as the list has it; undefined when it could not be read. */
  readonly listed: Award | undefined
}

/**
 * Makes an award, and reads what it did: the answer itself does not say how many coins it paid. The key stays the same until
 * the form changes, so that a retry after a lost answer pays nothing twice.
 */
export const make = async (values: AwardValues, idempotencyKey: string): Promise<Made> => {
  const answer = await call("rules.award", { body: bodyOf(values), idempotencyKey })
  const { id, ruleName, userId } = answer
  // The award is made, whether it can be read now or not.
  const page = await call("rules.awards", { query: { userId, ruleName } }).catch(() => undefined)
  return { answer, listed: page?.data.find((each) => each.id === id) }
}
