import { freshDatabase } from "../support/postgres.ts"
import { identity } from "./suite.ts"

identity("PostgreSQL", freshDatabase)
