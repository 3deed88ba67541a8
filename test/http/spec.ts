import { awards } from "./spec/awards.ts"
import { boards } from "./spec/boards.ts"
import { coins } from "./spec/coins.ts"
import { http } from "./spec/http.ts"
import { isolation, secrets } from "./spec/isolation.ts"
import { keys } from "./spec/keys.ts"
import { partners } from "./spec/partners.ts"
import { rules } from "./spec/rules.ts"
import { users } from "./spec/users.ts"
import { tables } from "./table.ts"

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
