import { layer } from "../../lib/drivers/postgres.ts"
import { describe } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { locks } from "./suite/locks.ts"
import { boards } from "./suite.ts"

const makeClient = async () => layer({ url: await migratedDatabase(), prepare: true })

boards("PostgreSQL", makeClient)
describe("the lock of a partner's boards, on PostgreSQL", () => locks(makeClient))
