import type { WingMigrations } from "../sql/Migrations.ts"
import { definedIn } from "../sql/Table.ts"
import { deliveries, webhooks } from "./tables.ts"

export const migrations: WingMigrations = {
  wing: "webhooks",
  tables: [webhooks, deliveries],
  migrations: [{ id: 1, name: "tables", up: (dialect) => definedIn([webhooks, deliveries], 1, dialect) }]
}
