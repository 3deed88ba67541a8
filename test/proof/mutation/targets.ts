import { planted as inAccounts } from "./planted/accounts.ts"
import { planted as inArchive } from "./planted/archive.ts"
import { planted as inErasures } from "./planted/erasures.ts"
import { planted as inEvents } from "./planted/events.ts"
import { planted as inHttp } from "./planted/http.ts"
import { planted as inLocks } from "./planted/locks.ts"
import { planted as inMerges } from "./planted/merges.ts"
import { planted as inSettings } from "./planted/settings.ts"
import { planted as inWebhooks } from "./planted/webhooks.ts"
import type { Planted } from "./planted.ts"

/**
 * Sources that a promise stands on, and the tests that must notice when one of them is wrong, the quickest first. Sources are named
 * so that they are found again when files move; where one is not found, the proof and mutants.test.ts fail.
 */
export interface Target {
  readonly name: string
  /** Folders of sources, with everything in them. */
  readonly folders?: ReadonlyArray<string>
  /** `folder#name`: the one file in a folder that exports the name, and the folder with the private parts of that file. */
  readonly declarations?: ReadonlyArray<string>
  /** Files in test. */
  readonly tests: ReadonlyArray<string>
  /** Mistakes that were planted by hand. */
  readonly planted?: ReadonlyArray<Planted>
}

const core = ["rewards/sqlite-bun.test.ts", "rewards/postgres.test.ts"]
const accounts = ["accounts/sqlite.test.ts", "accounts/postgres.test.ts", "accounts/engine.test.ts"]
const http = ["http/sqlite.test.ts", "http/request.test.ts"]

export const targets: ReadonlyArray<Target> = [
  {
    name: "limits",
    folders: ["lib/rewards/limits"],
    declarations: ["lib/rewards/awards#decide"],
    tests: ["rewards/decide.test.ts", "rewards/calendar.test.ts", "rewards/counters.test.ts", ...core]
  },
  {
    name: "commands",
    declarations: ["lib/rewards#CommandWriter"],
    tests: [
      "rewards/activitySizes.test.ts",
      "rewards/commandWriter.test.ts",
      "open/metrics.test.ts",
      "events/sqlite-bun.test.ts",
      ...core,
      "release/races.ts",
      "release/racesOnPostgres.ts"
    ]
  },
  {
    name: "ledger",
    folders: ["lib/rewards/ledger"],
    tests: ["rewards/ledger.test.ts", ...core, "accounts/sqlite.test.ts", "release/racesOnPostgres.ts"],
    planted: [...inMerges, ...inErasures]
  },
  {
    name: "folds",
    declarations: [
      "lib/boards#Folds",
      "lib/boards#FoldScheduler",
      "lib/boards#scoreChanges",
      "lib/boards#makeDivide"
    ],
    tests: [
      "boards/foldQueue.test.ts",
      "open/metrics.test.ts",
      "boards/sqlite-bun.test.ts",
      "boards/postgres.test.ts",
      "release/boardProcesses.ts"
    ]
  },
  {
    name: "idempotency",
    folders: ["lib/rewards/idempotency"],
    tests: ["rewards/idempotency.test.ts", ...core, ...http]
  },
  {
    name: "group commit",
    declarations: ["lib/rewards#GroupCommit"],
    tests: [
      "rewards/groupCommit.test.ts",
      "rewards/partnerQueues.test.ts",
      "open/metrics.test.ts",
      ...core,
      "release/races.ts"
    ]
  },
  {
    name: "tokens",
    folders: ["lib/accounts/sessions"],
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
    folders: ["lib/accounts/authorization"],
    declarations: ["lib/http#makeServe", "lib/http#forPartner"],
    tests: ["accounts/authorization.test.ts", ...accounts, ...http, "http/limits/authorization.test.ts"]
  },
  {
    name: "locks",
    declarations: [
      "lib/sql#Database",
      "lib/sql#classify",
      "lib/sql#meaningOf",
      "lib/sql#Gate",
      "lib/sql#holdOn",
      "lib/sql#afterCommit",
      "lib/sql#Turns",
      "lib/events#layerEventLog"
    ],
    tests: [
      "sql/failure.test.ts",
      "drivers/codes.test.ts",
      "sql/turns.test.ts",
      "sql/boundaries.test.ts",
      "sql/transactions.test.ts",
      "sql/batch.test.ts",
      "drivers/sqlite-bun.test.ts",
      "drivers/postgres-plans.test.ts",
      "events/sqlite-bun.test.ts",
      "events/interleavings.test.ts",
      ...core
    ],
    planted: inLocks
  },
  {
    name: "webhooks",
    folders: ["lib/webhooks"],
    tests: [
      "webhooks/retrySchedule.test.ts",
      "webhooks/slots.test.ts",
      "webhooks/senderId.test.ts",
      "webhooks/leasedWebhook.test.ts",
      "outbound/idleConnections.test.ts",
      "webhooks/sqlite.test.ts",
      "webhooks/signedPost.test.ts",
      "webhooks/postgres.test.ts",
      "archive/tables.test.ts",
      "accounts/sqlite.test.ts",
      "release/webhooksKilled.ts"
    ],
    planted: inWebhooks
  },
  {
    name: "events",
    folders: ["lib/events", "lib/http/events"],
    declarations: ["lib/http#makeEventStreams", "lib/open#eventsMethods"],
    tests: [
      "events/ids.test.ts",
      "events/backpressure.test.ts",
      "events/sqlite-bun.test.ts",
      "open/events.test.ts",
      "events/postgres.test.ts",
      "events/interleavings.test.ts",
      "events/signals.test.ts",
      "events/http.test.ts",
      "release/eventProcesses.ts",
      "archive/tables.test.ts"
    ],
    planted: inEvents
  },
  {
    name: "settings",
    declarations: ["server#readSettings", "server#makeService", "server#databaseOf"],
    tests: [
      "server/settings.test.ts",
      "server/log.test.ts",
      "release/serviceOperations.ts",
      "http/limits/rate.test.ts",
      "cli/usage.test.ts",
      "release/mail.ts",
      "server/telemetry.test.ts",
      "release/bun.ts"
    ],
    planted: inSettings
  },
  {
    name: "archive",
    folders: ["lib/rewards/archive"],
    declarations: ["lib/open#archivesMethods"],
    tests: ["archive/format.test.ts", "archive/tables.test.ts", "archive/archive.test.ts"],
    planted: inArchive
  },
  {
    name: "http",
    folders: ["lib/http"],
    tests: [
      "http/body.test.ts",
      "http/eventStream.test.ts",
      "http/failure.test.ts",
      "http/idempotency.test.ts",
      "http/largeAnswer.test.ts",
      "http/response.test.ts",
      "http/shares.test.ts",
      "http/listTurns.test.ts",
      "http/run.test.ts",
      "http/trace.test.ts",
      "http/transaction.test.ts",
      "http/cors.test.ts",
      ...http,
      "http/programme-sqlite.test.ts",
      "http/limits/unread.test.ts",
      "http/limits/rate.test.ts",
      "http/limits/crowd.test.ts",
      "http/limits/tokens.test.ts",
      "http/limits/credentials.test.ts",
      "http/limits/codes.test.ts",
      "http/limits/store.test.ts",
      "http/limits/authorization.test.ts",
      "http/limits/every.test.ts",
      "events/http.test.ts",
      "http/contract.test.ts",
      "http/openapi.test.ts",
      "accounts/sqlite.test.ts",
      "server/telemetry.test.ts"
    ],
    planted: inHttp
  },
  {
    name: "accounts",
    folders: [
      "lib/accounts/applications",
      "lib/accounts/audit",
      "lib/accounts/consents",
      "lib/accounts/details",
      "lib/accounts/keys",
      "lib/accounts/links",
      "lib/accounts/mail",
      "lib/accounts/members",
      "lib/accounts/parties",
      "lib/accounts/passwords",
      "lib/accounts/rates",
      "lib/accounts/resets",
      "lib/accounts/rules",
      "lib/accounts/users"
    ],
    declarations: ["lib/accounts#Ecosystem", "lib/accounts#newSecret"],
    tests: [
      "accounts/fairQueue.test.ts",
      "accounts/mail/letters.test.ts",
      "accounts/mail/smtp.test.ts",
      "accounts/mail/sqlite.test.ts",
      "accounts/passwords.test.ts",
      "accounts/knownAddresses.test.ts",
      "accounts/rateLeases.test.ts",
      "accounts/authorization.test.ts",
      "accounts/tokens.test.ts",
      "accounts/sessions.test.ts",
      "accounts/details/fetch.test.ts",
      "accounts/details/addresses.test.ts",
      ...accounts,
      "http/limits/store.test.ts",
      "http/limits/credentials.test.ts",
      "accounts/forgetting.test.ts",
      "accounts/races.test.ts",
      "accounts/ruleLocks.test.ts"
    ],
    planted: inAccounts
  }
]
