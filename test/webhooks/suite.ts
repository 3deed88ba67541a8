import { describe } from "../support/effect.ts"
import { failing } from "./suite/failing.ts"
import { managing } from "./suite/managing.ts"
import { sending } from "./suite/sending.ts"
import { sharing } from "./suite/sharing.ts"

/** The guarantees of webhooks, on every database. Each test has a database of its own. */
export const webhooks = (name: string, makeUrl: () => Promise<string>): void =>
  describe(`webhooks on ${name}`, () => {
    sending(makeUrl)
    failing(makeUrl)
    managing(makeUrl)
    sharing(makeUrl)
  })
