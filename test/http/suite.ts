import { tables } from "../support/table.ts"
import { awards } from "./suite/awards.ts"
import { boards } from "./suite/boards.ts"
import { coins } from "./suite/coins.ts"
import { http } from "./suite/http.ts"
import { isolation, secrets } from "./suite/isolation.ts"
import { keys } from "./suite/keys.ts"
import { partners } from "./suite/partners.ts"
import { rules } from "./suite/rules.ts"
import { users } from "./suite/users.ts"

/** The whole interface as tables of requests and answers, on a database at this address. */
export const spec = (name: string, database: () => Promise<string>): void =>
  tables(name, database, (table) => {
    // First, since they show who has earned what before the other tables award.
    boards(table)
    coins(table)
    rules(table)
    awards(table)
    partners(table)
    users(table)
    http(table)
    keys(table)
    isolation(table)
    secrets(table)
  })
