import { layer } from "../../../lib/drivers/postgres.ts"
import { describe } from "../../support/effect.ts"
import { migratedDatabase } from "../../support/migrated.ts"
import { failingDatabase } from "./suite/failingDatabase.ts"
import { mail } from "./suite.ts"

const makeClient = async () => layer({ url: await migratedDatabase() })

mail("PostgreSQL", makeClient)
describe("mail on PostgreSQL", () => failingDatabase(makeClient))
