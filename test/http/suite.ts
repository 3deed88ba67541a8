import { tables } from "../support/table.ts"
import { activities } from "./suite/activities.ts"
import { activityRefusals } from "./suite/activityRefusals.ts"
import { amounts } from "./suite/amounts.ts"
import { attributes } from "./suite/attributes.ts"
import { awards } from "./suite/awards.ts"
import { boards } from "./suite/boards.ts"
import { coins } from "./suite/coins.ts"
import { http } from "./suite/http.ts"
import { isolation, secrets } from "./suite/isolation.ts"
import { keys } from "./suite/keys.ts"
import { partners } from "./suite/partners.ts"
import { rules } from "./suite/rules.ts"
import { users } from "./suite/users.ts"

/** The whole interface as tables of requests and answers, on a given database. */
export const spec = (name: string, database: () => Promise<string>): void =>
  tables(name, database, (table) => {
    // Boards come first, because the other tables add awards.
    boards(table)
    coins(table)
    amounts(table)
    rules(table)
    awards(table)
    attributes(table)
    activities(table)
    activityRefusals(table)
    partners(table)
    users(table)
    http(table)
    keys(table)
    isolation(table)
    secrets(table)
  })
