import { freshDatabase } from "../../support/postgres.ts"
import { webhooks } from "./suite.ts"

webhooks("PostgreSQL", freshDatabase)
