import type { Fault } from "../schema/Faults.ts"
import type { EngineOptions } from "./engine.ts"
import { RewardsError } from "./RewardsError.ts"

/** A check of the value of an option. */
export interface Check {
  readonly is: (value: unknown) => boolean
  readonly problem: string
}

/** A check for each option. A missing check is a type error. */
export type Checks<Options> = { readonly [Name in keyof Options]-?: Check }

export const isBoolean: Check = {
  is: (value) => typeof value === "boolean",
  problem: "must be true or false"
}

export const isFunction: Check = { is: (value) => typeof value === "function", problem: "must be a function" }

export const isObject: Check = {
  is: (value) => typeof value === "object" && value !== null,
  problem: "must be an object"
}

export const isMilliseconds: Check = {
  is: (value) => typeof value === "number" && value >= 0,
  problem: "must be a number of milliseconds, 0 or more"
}

const isDatabase: Check = {
  is: (value) => typeof value === "string" || isObject.is(value),
  problem:
    "must be sqlite:./data/rewards.db, sqlite::memory:, postgres://… or a layer that provides a SqlClient"
}

export const databaseChecks: Checks<
  Pick<EngineOptions, "answerTimeout" | "database" | "lockTimeout" | "maxConnections" | "prepare">
> = {
  database: isDatabase,
  maxConnections: {
    is: (value) => Number.isInteger(value) && Number(value) > 0,
    problem: "must be a whole number of 1 or more"
  },
  prepare: isBoolean,
  lockTimeout: isMilliseconds,
  answerTimeout: isMilliseconds
}

/** Throws a `RewardsError` that names every unknown, missing or wrong option. */
export const checkOptions = <Options extends object>(
  options: Options,
  checks: Checks<Options>,
  prefix = ""
): void => {
  const known = new Map<string, Check>(Object.entries<Check>(checks))
  const given = isObject.is(options) ? options : {}
  const faults = Object.keys(given)
    .filter((name) => !known.has(name))
    .map(
      (name): Fault => ({
        field: `${prefix}${name}`,
        problem: `is not an option: the options are ${[...known.keys()].join(", ")}`
      })
    )
  for (const [name, { is, problem }] of known) {
    const value: unknown = Reflect.get(given, name)
    const isMissing = value === undefined && name === "database"
    if (isMissing) faults.push({ field: name, problem: `is required: ${problem.replace(/^must be /, "")}` })
    else if (value !== undefined && !is(value)) faults.push({ field: `${prefix}${name}`, problem })
  }
  if (faults.length === 0) return
  const message = faults.map(({ field, problem }) => `${field} ${problem}`).join("; ")
  throw new RewardsError(message, { _tag: "InvalidInput", faults }, false)
}
