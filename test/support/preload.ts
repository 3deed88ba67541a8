// Loaded once by `bun test` (bunfig.toml), before the first file. Hooks at the top level of a preload run once, after
// the last file, whether tests failed or not.
import { afterAll } from "bun:test"
import { removeFiles } from "./files.ts"
import { stopPostgres } from "./postgres.ts"

afterAll(stopPostgres, 60_000)
afterAll(removeFiles)
