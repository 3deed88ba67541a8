import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "../support/effect.ts"

const server = fileURLToPath(new URL("../../server", import.meta.url))
const tokens = "dashboard/style/tokens.css"

/** The ways in which a style can depend on the theme. */
const asksForTheme = /light-dark\(|prefers-color-scheme/

const sources = ["dashboard", "docs"].flatMap((folder) =>
  readdirSync(join(server, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(css|html|tsx?)$/.test(path))
    .map((path) => join(folder, path))
)

const textOf = (path: string): string => readFileSync(join(server, path), "utf8")

describe("the light and the dark theme", () => {
  it("differ only in the values of colours, in one file", () => {
    assert.ok(sources.includes(tokens))
    assert.deepEqual(
      sources.filter((path) => asksForTheme.test(textOf(path))),
      [tokens]
    )
    const lines = textOf(tokens)
      .split("\n")
      .filter((line) => asksForTheme.test(line))
    for (const line of lines) assert.match(line, /^ {2}--[a-z-]+: light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\);$/)
  })
})
