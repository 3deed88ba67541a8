/**
 * Sources that a promise stands on, and the tests that must notice when one of them is wrong, the quickest first. Sources are named
 * so that they are found again when files move; where one is not found, the proof and mutants.test.ts fail.
 */
export interface Target {
  readonly name: string
  /** Folders of lib, with everything in them. */
  readonly folders?: ReadonlyArray<string>
  /** `folder#name`: the one file in a folder of lib that exports the name, and the folder with the private parts of that file. */
  readonly declarations?: ReadonlyArray<string>
  /** Files in test. */
  readonly tests: ReadonlyArray<string>
}

const core = ["rewards/sqlite-bun.test.ts", "rewards/postgres.test.ts"]
const accounts = ["accounts/sqlite.test.ts", "accounts/postgres.test.ts", "accounts/engine.test.ts"]
const http = ["http/sqlite.test.ts", "http/request.test.ts"]

export const targets: ReadonlyArray<Target> = [
  {
    name: "limits",
    folders: ["rewards/limits"],
    declarations: ["rewards#decide"],
    tests: ["rewards/decide.test.ts", "rewards/calendar.test.ts", "rewards/counters.test.ts", ...core]
  },
  {
    name: "commands",
    declarations: ["rewards#CommandWriter"],
    tests: [
      "rewards/commandWriter.test.ts",
      "open/metrics.test.ts",
      "events/sqlite-bun.test.ts",
      ...core,
      "rewards/races/sqlite.test.ts",
      "rewards/races/processes.test.ts"
    ]
  },
  {
    name: "ledger",
    folders: ["rewards/ledger"],
    tests: ["rewards/ledger.test.ts", ...core, "accounts/sqlite.test.ts", "rewards/races/processes.test.ts"]
  },
  {
    name: "folds",
    declarations: ["boards#Folds", "boards#FoldScheduler", "boards#scoreChanges", "boards#makeDivide"],
    tests: [
      "boards/foldQueue.test.ts",
      "open/metrics.test.ts",
      "boards/sqlite-bun.test.ts",
      "boards/postgres.test.ts",
      "boards/processes.test.ts"
    ]
  },
  {
    name: "idempotency",
    folders: ["rewards/idempotency"],
    tests: ["rewards/idempotency.test.ts", ...core, ...http]
  },
  {
    name: "group commit",
    declarations: ["rewards#GroupCommit"],
    tests: [
      "rewards/groupCommit.test.ts",
      "rewards/partnerQueues.test.ts",
      "open/metrics.test.ts",
      ...core,
      "rewards/races/sqlite.test.ts"
    ]
  },
  {
    name: "tokens",
    folders: ["accounts/sessions"],
    tests: [
      "accounts/tokens.test.ts",
      "accounts/sessions.test.ts",
      ...accounts,
      ...http,
      "http/limits/tokens.test.ts"
    ]
  },
  {
    name: "authorization",
    folders: ["accounts/authorization"],
    declarations: ["http#makeServe", "http#forPartner"],
    tests: ["accounts/authorization.test.ts", ...accounts, ...http, "http/limits/authorization.test.ts"]
  },
  {
    name: "locks",
    declarations: [
      "sql#Database",
      "sql#classify",
      "sql#Gate",
      "sql#holdOn",
      "sql#afterCommit",
      "sql#Turns",
      "events#layerEventLog"
    ],
    tests: [
      "sql/failure.test.ts",
      "sql/turns.test.ts",
      "sql/boundaries.test.ts",
      "sql/transactions.test.ts",
      "sql/batch.test.ts",
      "drivers/sqlite-bun.test.ts",
      "drivers/postgres-plans.test.ts",
      "events/sqlite-bun.test.ts",
      "events/interleavings.test.ts",
      ...core
    ]
  }
]
