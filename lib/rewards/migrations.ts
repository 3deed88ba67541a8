import type { WingMigrations } from "../sql/Migrations.ts"
import { definitions, entries, tables } from "./tables.ts"

export const migrations: WingMigrations = {
  wing: "rewards",
  tables,
  views: [entries],
  migrations: [{ id: 1, name: "tables", up: definitions }]
}
