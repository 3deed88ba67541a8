import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Fails where a committed file differs from its generated text. Reports the first line that differs instead of a page of differences. */
export const assertCommitted = (texts: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(texts)) {
    const [committed, now] = [readFileSync(`${root}${path}`, "utf8").split("\n"), text.split("\n")]
    const line = now.findIndex((each, index) => each !== committed[index])
    assert.equal(committed[line], now[line], `${path}:${line + 1}: run \`npm run docs\` and commit it`)
    assert.equal(committed.length, now.length, `${path}: run \`npm run docs\` and commit it`)
  }
}
