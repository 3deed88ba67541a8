import { freshDatabase } from "../support/postgres.ts"
import { programme } from "./programme.ts"

programme("PostgreSQL", freshDatabase)
