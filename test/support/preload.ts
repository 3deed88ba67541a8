// Loaded once by `bun test` (bunfig.toml), before the first file. Top-level hooks of a preload run after the last
// file, and under `--parallel` after each file, whether or not tests failed.
import { afterAll } from "bun:test"
import { fileURLToPath } from "node:url"
import { loadCommon } from "../../server/dashboard/words/common.ts"
import { removeFiles } from "./files.ts"
import { stopPostgres } from "./postgres.ts"

// Lets Node compile the library once instead of in every process that a test starts.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("../../node_modules/.cache/node", import.meta.url))

// The first script of the dashboard does this before it loads any other code.
await loadCommon()

// On a busy machine it takes long to drop the hundreds of databases that a file may have made.
afterAll(stopPostgres, 600_000)
afterAll(removeFiles)
