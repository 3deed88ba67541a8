import type { WingMigrations } from "../sql/Migrations.ts"
import { definitions, tables } from "./tables.ts"

export const migrations: WingMigrations = {
  wing: "rewards",
  tables,
  migrations: [{ id: 1, name: "tables", up: definitions }]
}
