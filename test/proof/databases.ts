import type { Database } from "./check.ts"

export { emptyDatabase } from "./shop/databases.ts"

export const databases: ReadonlyArray<Database> = ["sqlite", "postgres"]
