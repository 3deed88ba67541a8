import type { WingMigrations } from "../sql/Migrations.ts"
import { definedIn } from "../sql/Table.ts"
import { tables } from "./tables.ts"

export const migrations: WingMigrations = {
  wing: "boards",
  tables,
  migrations: [{ id: 1, name: "tables", up: (dialect) => definedIn(tables, 1, dialect) }]
}
