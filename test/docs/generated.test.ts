import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, it } from "../support/effect.ts"
import { assertCommitted } from "./committed.ts"
import { generatedSources } from "./generated.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8")

describe("the generated sources", () => {
  it("match the sources that they are generated from", async () => assertCommitted(await generatedSources()))
})

describe("the generated documents", () => {
  it("have every error class that a caller can meet", () => {
    const sources = readdirSync(`${root}lib`, { recursive: true, encoding: "utf8" }).filter(
      (path) => path.endsWith(".ts") && !path.startsWith("testing")
    )
    const classes = sources.flatMap((path) =>
      Array.from(
        read(`lib/${path}`).matchAll(/^export class (\w+) extends (?:Schema\.TaggedError|explainedError)/gm),
        ([, name = ""]) => name
      )
    )
    assert.ok(classes.length > 40, "too few classes were found for this to be the product")
    const catalogue = read("docs/errors.md")
    assert.deepEqual(
      classes.filter((name) => !catalogue.includes(`| \`${name}\` |`)),
      []
    )
  })
})
