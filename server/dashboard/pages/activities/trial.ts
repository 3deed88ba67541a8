import type { Faults } from "../../api.ts"
import type { Body } from "../../contract.ts"

/** The form of an activity that is only explained. */
export interface TrialValues {
  readonly userId: string
  readonly type: string
  /** JSON. Empty for no data. */
  readonly data: string
  /** A local time of the browser, such as 2026-01-31T12:00. Empty for the current time. */
  readonly occurredAt: string
}

type Explain = Extract<Body<"rules.explain">, { readonly activity: unknown }>

type Data = Explain["activity"]["data"]

const parsed = (text: string): { readonly data: Data } | { readonly fault: string } => {
  if (text.trim() === "") return { data: undefined }
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === "object" && data !== null && !Array.isArray(data)
      ? { data: data as Data }
      : { fault: 'must be a JSON object, such as {"total": 62.5}' }
  } catch (error) {
    return { fault: `must be JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Finds faults before the form is sent. The API checks the rest. */
export const checkTrial = ({ data, type, userId }: TrialValues): Faults => {
  const read = parsed(data)
  return {
    ...(userId.trim() === "" ? { userId: "is required" } : {}),
    ...(type.trim() === "" ? { "activity.type": "is required" } : {}),
    ...("fault" in read ? { "activity.data": read.fault } : {})
  }
}

export const trialOf = ({ data, occurredAt, type, userId }: TrialValues): Explain => {
  const read = parsed(data)
  const at = new Date(occurredAt)
  return {
    userId: userId.trim(),
    activity: {
      type: type.trim(),
      ...("fault" in read || read.data === undefined ? {} : { data: read.data }),
      ...(occurredAt === "" ? {} : { occurredAt: Number.isNaN(at.getTime()) ? occurredAt : at.toISOString() })
    }
  }
}

/** The faults of the data. The API names the value in it that is wrong. */
export const dataFaultOf = (faults: Faults): string | undefined => {
  const found = Object.entries(faults).find(
    ([field]) => field === "activity.data" || field.startsWith("activity.data.")
  )
  if (found === undefined) return undefined
  const [field, problem] = found
  return field === "activity.data" ? problem : `.${field.slice("activity.data.".length)} ${problem}`
}
