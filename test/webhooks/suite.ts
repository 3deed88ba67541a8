import { describe } from "../support/effect.ts"
import { failing } from "./suite/failing.ts"
import { managing } from "./suite/managing.ts"
import { sending } from "./suite/sending.ts"
import { sharing } from "./suite/sharing.ts"

/** The part that every database runs in `npm test`. Each test has a database of its own. */
export const basicWebhooks = (name: string, makeUrl: () => Promise<string>): void =>
  describe(`webhooks on ${name}`, () => sending(makeUrl))

/** The other guarantees of webhooks. `npm run test:release` runs them on SQLite. */
export const furtherWebhooks = (name: string, makeUrl: () => Promise<string>): void =>
  describe(`webhooks on ${name}`, () => {
    failing(makeUrl)
    managing(makeUrl)
    sharing(makeUrl)
  })
