import { tables } from "../support/table.ts"
import { abandoned } from "./suite/abandoned.ts"
import { audit } from "./suite/audit.ts"
import { changes } from "./suite/changes.ts"
import { consents } from "./suite/consents.ts"
import { details } from "./suite/details.ts"
import { directory } from "./suite/directory.ts"
import { keys } from "./suite/keys.ts"
import { linkAccess } from "./suite/linkAccess.ts"
import { links } from "./suite/links.ts"
import { newcomers } from "./suite/newcomers.ts"
import { oauth } from "./suite/oauth.ts"
import { oauthCases } from "./suite/oauthCases.ts"
import { partners } from "./suite/partners.ts"
import { people } from "./suite/people.ts"
import { personalData } from "./suite/personalData.ts"
import { privacy } from "./suite/privacy.ts"
import { replays } from "./suite/replays.ts"
import { resets } from "./suite/resets.ts"
import { userResets } from "./suite/userResets.ts"
import { users } from "./suite/users.ts"
import { webhooks } from "./suite/webhooks.ts"

/**
 * Identity and permissions, as tables of requests and answers on one database. Failed attempts are not rate limited
 * here, so that a table can have any number; the limits have their own tests. Without `whole`, it leaves out which of a user's fields each
 * answer shows, because that hardly depends on the database.
 */
export const identity = (
  name: string,
  database: () => Promise<string>,
  { whole = true }: { readonly whole?: boolean } = {}
): void =>
  tables(
    `${name}: identity`,
    database,
    (table) => {
      details(table)
      keys(table)
      resets(table)
      partners(table)
      people(table)
      audit(table)
      changes(table)
      users(table)
      userResets(table)
      abandoned(table)
      newcomers(table)
      consents(table)
      links(table)
      linkAccess(table)
      personalData(table)
      if (whole) privacy(table)
      directory(table)
      replays(table)
      oauth(table)
      oauthCases(table)
      webhooks(table)
    },
    {
      publicUrl: "https://rewards.example",
      rateLimits: { public: 0, failures: 0 },
      address: () => "192.0.2.7"
    }
  )
