// Records the examples of the OpenAPI document, and writes them as sources: `npm run openapi` does, before the document.
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { recordExamples } from "./run.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const groups = Object.entries(
  Object.groupBy(Object.entries(await recordExamples()), ([operation]) => operation.split(".")[0] ?? "")
)

const files = groups.map(([group, examples = []]) => {
  const file = `lib/http/${group}/examples.ts`
  const text = `// Recorded from a scripted run of the service: \`npm run openapi\` writes this file.
import type { Examples } from "../Example.ts"

export const ${group}: Readonly<Record<string, Examples>> = ${JSON.stringify(Object.fromEntries(examples), null, 2)}
`
  writeFileSync(`${root}/${file}`, text)
  return file
})

const biome = ["check", "--write", ...files]
execFileSync(`${root}/node_modules/.bin/biome`, biome, { cwd: root, stdio: "inherit" })
