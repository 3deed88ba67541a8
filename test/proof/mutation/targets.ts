/** Sources that a promise stands on, and the tests that must notice when one of them is wrong, the quickest first. */
export interface Target {
  readonly name: string
  /** Patterns of files in lib. */
  readonly sources: ReadonlyArray<string>
  /** Files in test. */
  readonly tests: ReadonlyArray<string>
}

const core = ["rewards/sqlite-bun.test.ts", "rewards/postgres.test.ts"]
const accounts = ["accounts/sqlite.test.ts", "accounts/postgres.test.ts", "accounts/engine.test.ts"]
const http = ["http/sqlite.test.ts", "http/request.test.ts"]

export const targets: ReadonlyArray<Target> = [
  {
    name: "limits",
    sources: ["rewards/awards/decide.ts", "rewards/limits/*.ts"],
    tests: ["rewards/decide.test.ts", "rewards/calendar.test.ts", "rewards/counters.test.ts", ...core]
  },
  {
    name: "journal",
    sources: ["rewards/commands/CommandWriter.ts", "rewards/commands/CommandWriter/*.ts"],
    tests: [
      "rewards/journal.test.ts",
      "open/metrics.test.ts",
      "events/sqlite-bun.test.ts",
      ...core,
      "rewards/races/sqlite.test.ts",
      "rewards/races/processes.test.ts"
    ]
  },
  {
    name: "ledger",
    sources: ["rewards/ledger/*.ts"],
    tests: ["rewards/ledger.test.ts", ...core, "accounts/sqlite.test.ts", "rewards/races/processes.test.ts"]
  },
  {
    name: "folds",
    sources: [
      "boards/Folds.ts",
      "boards/Folds/*.ts",
      "boards/Folder.ts",
      "boards/Folder/*.ts",
      "boards/gains.ts"
    ],
    tests: [
      "boards/agenda.test.ts",
      "open/metrics.test.ts",
      "boards/sqlite-bun.test.ts",
      "boards/postgres.test.ts",
      "boards/processes.test.ts"
    ]
  },
  {
    name: "idempotency",
    sources: ["rewards/idempotency/*.ts"],
    tests: ["rewards/idempotency.test.ts", ...core, ...http]
  },
  {
    name: "group commit",
    sources: ["rewards/commands/GroupCommit.ts", "rewards/journal/GroupCommit/*.ts"],
    tests: [
      "rewards/groupCommit.test.ts",
      "rewards/lanes.test.ts",
      "open/metrics.test.ts",
      ...core,
      "rewards/races/sqlite.test.ts"
    ]
  },
  {
    name: "tokens",
    sources: ["accounts/sessions/*.ts", "accounts/sessions/*/*.ts"],
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
    sources: [
      "accounts/authorization/*.ts",
      "accounts/authorization/*/*.ts",
      "http/authorize.ts",
      "http/access.ts"
    ],
    tests: ["accounts/authorization.test.ts", ...accounts, ...http, "http/limits/authorization.test.ts"]
  },
  {
    name: "locks",
    sources: [
      "sql/Database.ts",
      "sql/Failure.ts",
      "sql/Gate.ts",
      "sql/Connections.ts",
      "sql/Transaction.ts",
      "sql/Gate.ts",
      "events/eventLog.ts"
    ],
    tests: [
      "sql/failure.test.ts",
      "sql/turns.test.ts",
      "sql/boundaries.test.ts",
      "sql/transactions.test.ts",
      "sql/batch.test.ts",
      "drivers/postgres-plans.test.ts",
      "events/sqlite-bun.test.ts",
      "events/interleavings.test.ts",
      ...core
    ]
  }
]
