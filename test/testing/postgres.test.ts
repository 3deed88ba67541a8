import { postgres } from "./places/postgres.ts"
import { harness } from "./suite.ts"

harness(postgres)
