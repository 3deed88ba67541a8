// Suites of other folders, run with a role that cannot rewrite the history. What they write with SQL of their own is not append-only.
import { layer } from "../../lib/drivers/postgres.ts"
import { mail } from "../accounts/mail/suite.ts"
import { identity } from "../accounts/suite.ts"
import { events } from "../events/suite.ts"
import { programme } from "../http/programme.ts"
import { spec } from "../http/suite.ts"
import { afterAll } from "../support/effect.ts"
import { makeRoleDatabases } from "../support/role.ts"
import { webhooks } from "../webhooks/suite.ts"

const { drop, roleDatabase } = makeRoleDatabases()
afterAll(drop)

const name = "with the role of laurel roles"
spec(name, roleDatabase)
programme(name, roleDatabase)
webhooks(name, roleDatabase)
identity(name, roleDatabase)
mail(name, async () => layer({ url: await roleDatabase() }))
events(name, async () => layer({ url: await roleDatabase(), prepare: true }))
