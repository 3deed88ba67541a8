// Records the examples of the OpenAPI document: `npm run openapi` does, before it writes the document.
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { recordExamples } from "./run.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const file = "lib/http/openapi/examples.json"

writeFileSync(`${root}/${file}`, JSON.stringify(await recordExamples(), null, 2))
execFileSync(`${root}/node_modules/.bin/biome`, ["format", "--write", file], { cwd: root, stdio: "inherit" })
