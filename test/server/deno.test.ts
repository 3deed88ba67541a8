import { onDeno } from "./runtimes.ts"
import { onSqlite } from "./suite/crowd.ts"
import { suite } from "./suite.ts"

suite(await onDeno(), [onSqlite])
