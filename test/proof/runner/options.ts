import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"
import type { Check, Database } from "../check.ts"

export interface Options {
  readonly form: "short" | "full"
  readonly only: ReadonlyArray<string>
  readonly database: Database | undefined
  readonly seed: number | undefined
  readonly rounds: number | undefined
  /** How many parts run at once. */
  readonly jobs: number
  readonly fresh: boolean
  readonly json: boolean
  readonly help: boolean
}

export const usage = (checks: ReadonlyArray<Check>): string => `npm run proof -- [options]

  --short             a form of minutes instead of hours
  --only <checks>     these checks alone, with commas between them; "mutation" is all of its targets
  --database <name>   sqlite or postgres; citus if CITUS_URL is set
  --seed <number>     the random values of an earlier run
  --rounds <number>   so many rounds of each check
  --jobs <number>     so many parts at once; as many as there are cores by default
  --fresh             parts that have passed before as well
  --json              a line of JSON for each part
  --help              this text

The checks:

${checks.map(({ claim, name }) => `  ${name}\n      ${claim}`).join("\n")}
`

/** A check on one database, and how many rounds it runs there. */
export interface Part {
  readonly check: string
  readonly unit: string
  readonly database: Database
  readonly rounds: number
  /** The rounds of the parts before it, where a check is several parts. Added to the seed, so that no two have the same. */
  readonly after: number
}

/** An option that cannot be understood. The message is for the person who wrote it. */
export class UsageError extends Error {}

const wholeFrom = (least: number, name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < least || !/^\d+$/.test(text)) {
    throw new UsageError(`--${name} must be a whole number of ${least} or more, got "${text}"`)
  }
  return number
}

/** With a cluster at CITUS_URL, all parts run there. */
const databaseOf = (text: string | undefined): Database | undefined => {
  if (process.env.CITUS_URL) {
    if (text === undefined || text === "citus") return "citus"
    throw new UsageError(`--database must be citus while CITUS_URL is set, got "${text}"`)
  }
  if (text === "citus") {
    throw new UsageError("--database citus needs CITUS_URL: set it to the address of a coordinator")
  }
  if (text === undefined || text === "sqlite" || text === "postgres") return text
  throw new UsageError(`--database must be sqlite, postgres or citus, got "${text}"`)
}

const parse = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        short: { type: "boolean", default: false },
        only: { type: "string", default: "" },
        database: { type: "string" },
        seed: { type: "string" },
        rounds: { type: "string" },
        jobs: { type: "string" },
        fresh: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false }
      }
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

export const readOptions = (args: ReadonlyArray<string>): Options => {
  const { database, fresh, help, jobs, json, only, rounds, seed, short } = parse(args)
  return {
    form: short ? "short" : "full",
    only: only.split(",").filter((name) => name !== ""),
    database: databaseOf(database),
    seed: wholeFrom(0, "seed", seed),
    rounds: wholeFrom(1, "rounds", rounds),
    jobs: wholeFrom(1, "jobs", jobs) ?? availableParallelism(),
    fresh,
    json,
    help
  }
}

/** Rounds in shares of at most so many. */
const divided = (rounds: number, most: number): ReadonlyArray<Pick<Part, "rounds" | "after">> =>
  Array.from({ length: Math.ceil(rounds / most) }, (_, index) => ({
    rounds: Math.min(most, rounds - index * most),
    after: index * most
  }))

/** The seed of a part. */
export const seedOf = ({ after }: Part, seed: number): number => seed + after

/** The parts to run, in the order of the checks. */
export const partsOf = (checks: ReadonlyArray<Check>, options: Options): ReadonlyArray<Part> => {
  const known = checks.map(({ name }) => name)
  /** The check of this name, or else all whose names begin with these words. */
  const named = (asked: string) =>
    known.includes(asked) ? [asked] : known.filter((name) => name.startsWith(`${asked} `))
  const only = options.only.flatMap(named)
  const unknown = options.only.find((asked) => named(asked).length === 0)
  if (unknown !== undefined) {
    throw new UsageError(`there is no check "${unknown}", there are: ${known.join(", ")}`)
  }
  const parts = checks
    .filter(({ name }) => options.only.length === 0 || only.includes(name))
    .flatMap(({ databases, most, name, rounds, unit }) => {
      const number = options.rounds ?? rounds[options.form]
      if (number === undefined) return []
      return databases
        .filter((database) =>
          options.database === undefined ? database !== "citus" : options.database === database
        )
        .flatMap((database) =>
          divided(number, most ?? number).map((share) => ({ check: name, unit, database, ...share }))
        )
    })
  if (parts.length === 0) throw new UsageError("no check has a part with these options")
  return parts
}

/** The command that runs a part again with the same random values. */
export const commandFor = (part: Part, form: Options["form"], seed: number): string =>
  [
    "npm run proof --",
    ...(form === "short" ? ["--short"] : []),
    `--only ${part.check.includes(" ") ? `"${part.check}"` : part.check} --database ${part.database} --seed ${seedOf(part, seed)} --rounds ${part.rounds} --fresh`
  ].join(" ")
