// Loaded once by `bun test` (bunfig.toml), before the first file. A hook at the top level of a preload runs once,
// after the last file, whether tests failed or not.
import { afterAll } from "bun:test"
import { stopPostgres } from "./postgres.ts"

afterAll(stopPostgres, 60_000)
