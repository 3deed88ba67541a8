import { call, type Faults, filled } from "../../api.ts"
import type { Award, Body, Data } from "../../contract.ts"

export interface MetadataEntry {
  readonly key: string
  readonly value: string
}

export interface AwardValues {
  readonly userId: string
  readonly ruleName: string
  /** Empty if the rule does not pay by amount. */
  readonly amount: string
  readonly narration: string
  readonly metadata: ReadonlyArray<MetadataEntry>
}

export const bodyOf = ({
  amount,
  metadata,
  narration,
  ruleName,
  userId
}: AwardValues): Body<"rules.award"> => ({
  userId,
  ruleName,
  ...filled("amount", amount),
  ...filled("narration", narration),
  ...(metadata.length === 0
    ? {}
    : { metadata: Object.fromEntries(metadata.map(({ key, value }) => [key.trim(), value])) })
})

/** Reports a metadata key that is used twice, since only one entry would be sent. The API checks the rest. */
export const check = ({ metadata, ruleName, userId }: AwardValues): Faults => {
  const keys = metadata.map(({ key }) => key.trim())
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  return {
    ...(userId === "" ? { userId: "is required" } : {}),
    ...(ruleName === "" ? { ruleName: "is required" } : {}),
    ...(twice === undefined ? {} : { metadata: `has the key ${JSON.stringify(twice)} twice` })
  }
}

export interface MadeAward {
  readonly answer: Data<"rules.award">
  /** The award in the list of awards; undefined if it could not be read. */
  readonly listed: Award | undefined
}

/**
 * Makes an award, then reads it, since the answer does not say how many coins it paid. The key stays the same until the form
 * changes, so that a retry after a lost answer does not pay twice.
 */
export const makeAward = async (values: AwardValues, idempotencyKey: string): Promise<MadeAward> => {
  const answer = await call("rules.award", { body: bodyOf(values), idempotencyKey })
  const { id, ruleName, userId } = answer
  // A failure here does not matter: the award is made.
  const page = await call("rules.awards", { query: { userId, ruleName } }).catch(() => undefined)
  return { answer, listed: page?.data.find((each) => each.id === id) }
}
