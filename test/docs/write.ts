// Writes the generated sources and documents: npm run docs
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { generated, generatedSources } from "./generated.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(`${root}${path}`), { recursive: true })
    writeFileSync(`${root}${path}`, text)
    console.log(path)
  }
}

write(await generatedSources())
write(await generated())
