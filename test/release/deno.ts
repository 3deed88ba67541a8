import { onDeno } from "../server/runtimes.ts"
import { onSqlite } from "../server/suite/crowd.ts"
import { suite } from "../server/suite.ts"

suite(await onDeno(), [onSqlite])
