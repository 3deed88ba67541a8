import { onBun } from "./runtimes.ts"
import { onPostgres, onSqlite } from "./suite/crowd.ts"
import { suite } from "./suite.ts"

suite(onBun, [onSqlite, onPostgres])
