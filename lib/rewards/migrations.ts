import type { WingMigrations } from "../sql/Migrations.ts"
import { definitions, entries, lotChanges, tables } from "./tables.ts"

export const migrations: WingMigrations = {
  wing: "rewards",
  tables,
  views: [entries, lotChanges],
  migrations: [{ id: 1, name: "tables", up: definitions }]
}
