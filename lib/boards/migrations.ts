import type { WingMigrations } from "../sql/Migrations.ts"
import { tables } from "./migrations/0001_tables.ts"

export const migrations: WingMigrations = {
  wing: "boards",
  migrations: [{ id: 1, name: "tables", up: tables }]
}
