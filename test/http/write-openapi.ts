// Writes docs/openapi.json from the contract, formatted: bun run test/http/write-openapi.ts
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { openApi } from "../../lib/entries/http.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

writeFileSync(`${root}/docs/openapi.json`, `${JSON.stringify(openApi(), null, 2)}\n`)
execFileSync(`${root}/node_modules/.bin/biome`, ["format", "--write", "docs/openapi.json"], {
  cwd: root,
  stdio: "inherit"
})
