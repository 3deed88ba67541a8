import type { WingMigrations } from "../sql/Migrations.ts"
import { definitions } from "./tables.ts"

export const migrations: WingMigrations = {
  wing: "rewards",
  migrations: [{ id: 1, name: "tables", up: definitions }]
}
