// What the servers of all baselines have in common: the texts of the answers, and what a field has to be.
import { randomUUID } from "node:crypto"
import type { Wanted, Written } from "../../baselines/award.ts"

export const path = "/api/v1/laas/rules/award"
export const scope = "awards:write"
export const maxBody = 64 * 1024

/** The fields of an award's body, in the order in which their faults are named. */
export const expectations = {
  userId: "text of 1 to 128 characters",
  ruleName: "a name of 1 to 128 characters",
  amount: "a decimal above 0, with at most 4 decimals and no more than 500000000000",
  narration: "text of 0 to 500 characters",
  metadata: "an object of at most 50 texts, with keys of 1 to 40 and values of up to 500 characters"
}
type Field = keyof typeof expectations

/** Whether PostgreSQL and SQLite store the text unchanged. */
export const isStorable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed()

const decimal = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,4})?$/

export const isAmount = (value: unknown): boolean =>
  (typeof value === "string" || typeof value === "number") &&
  decimal.test(String(value)) &&
  Number(value) > 0 &&
  Number(value) <= 500_000_000_000

const quoted = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

export const isField = (name: string): name is Field => Object.hasOwn(expectations, name)

/** Names the faults of a body. `names` are the fields that a validator refused, in any order and more than once. */
export const faultsOf = (body: Readonly<Record<string, unknown>>, names: Iterable<string>): string => {
  const refused = new Set(names)
  const known = Object.keys(expectations).filter(isField)
  return [
    ...known
      .filter((name) => refused.has(name))
      .map((name) =>
        body[name] === undefined
          ? `${name} is required`
          : `${name} must be ${expectations[name]}, got ${quoted(body[name])}`
      ),
    ...Array.from(refused)
      .filter((name) => !isField(name))
      .map((name) => `${name} is not a known field: the fields are ${known.join(", ")}`)
  ].join("; ")
}

const failed = (message: string, errorType: string, appErrorCode: string, error: string) => ({
  status: "failed",
  message,
  data: { errorType, appErrorCode, error }
})

export const badRequest = (error: string) => failed("Invalid data", "invalid", "Bad request", error)
export const unauthorized = failed(
  "Unauthorized",
  "unauthorized",
  "",
  "the Authorization header must be Bearer and an access token"
)
export const notFound = failed("Not found", "not found", "", "no such route")
export const internal = failed("Internal error", "internal", "", "something went wrong")

export const awarded = ({ id, ruleId }: Written, { ruleName, userId, note }: Wanted, partnerId: string) => ({
  status: "success",
  message: "Rule award created successfully",
  data: { id, ruleId, ruleName, userId, awarded: true, note, partnerId }
})

const ruleId = "01a1dd04-59e9-7000-9022-9805fb1f6534"

/** An award that nobody writes. */
export const unwritten = (): Written => ({ id: randomUUID(), ruleId })
