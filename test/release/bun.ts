import { onBun } from "../server/runtimes.ts"
import { onPostgres, onSqlite } from "../server/suite/crowd.ts"
import { suite } from "../server/suite.ts"

suite(onBun, [onSqlite, onPostgres])
