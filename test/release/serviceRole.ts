// Suites of other folders, run with a role that cannot rewrite the history. Their own SQL changes only tables that it may change.
import { layer } from "../../lib/drivers/postgres.ts"
import { mail } from "../accounts/mail/suite.ts"
import { abandoned } from "../accounts/suite/abandoned.ts"
import { audit } from "../accounts/suite/audit.ts"
import { consents } from "../accounts/suite/consents.ts"
import { details } from "../accounts/suite/details.ts"
import { links } from "../accounts/suite/links.ts"
import { oauth } from "../accounts/suite/oauth.ts"
import { privacy } from "../accounts/suite/privacy.ts"
import { resets } from "../accounts/suite/resets.ts"
import { userResets } from "../accounts/suite/userResets.ts"
import { users } from "../accounts/suite/users.ts"
import { events } from "../events/suite.ts"
import { programme } from "../http/programme.ts"
import { afterAll, describe } from "../support/effect.ts"
import { makeRoleDatabases } from "../support/role.ts"
import { tables } from "../support/table.ts"
import { failing } from "../webhooks/suite/failing.ts"
import { managing } from "../webhooks/suite/managing.ts"

const { drop, roleDatabase } = makeRoleDatabases()

const name = "with the role of laurel roles"
programme(name, roleDatabase)
describe(`webhooks ${name}`, () => {
  failing(roleDatabase)
  managing(roleDatabase)
})
events(name, async () => layer({ url: await roleDatabase(), prepare: true }))
mail(name, async () => layer({ url: await roleDatabase() }))
tables(
  `${name}: identity`,
  roleDatabase,
  (table) => {
    details(table)
    resets(table)
    audit(table)
    users(table)
    userResets(table)
    abandoned(table)
    consents(table)
    links(table)
    privacy(table)
    oauth(table)
  },
  {
    publicUrl: "https://rewards.example",
    rateLimits: { public: 0, failures: 0 },
    address: () => "192.0.2.7"
  }
)

// After the hooks of the suites, which close their connections.
afterAll(drop)
