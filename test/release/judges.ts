// Judges of the OpenAPI document that are not ours, with their recommended rules.
import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, it } from "../support/effect.ts"
import { findNode } from "../support/runtimes.ts"
import { tool } from "../support/tools.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const document = join(root, "docs/openapi.json")
const folder = mkdtempSync(join(tmpdir(), "laurel-openapi-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program on Node and returns what it prints, whatever its exit code. */
const print = async (script: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const node = await findNode()
  assert.ok("path" in node, "missing" in node ? node.missing : "")
  const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env: { ...process.env, ...quiet }, maxBuffer: 64 * 1024 * 1024 }
    execFile(node.path, [script, ...args], options, (error, stdout, stderr) =>
      stdout === "" && error !== null ? reject(new Error(stderr || error.message)) : resolve(stdout)
    )
  })
}

const program = async (path: string): Promise<string> => join(await tool("openapi"), "node_modules", path)

const redocly = async (file: string): Promise<ReadonlyArray<string>> => {
  const script = await program("@redocly/cli/bin/cli.js")
  const { problems } = JSON.parse(await print(script, "lint", file, "--extends=recommended", "--format=json"))
  return problems.map((each: { ruleId: string; message: string }) => `${each.ruleId}: ${each.message}`)
}

const spectral = async (file: string): Promise<ReadonlyArray<string>> => {
  const rules = join(folder, "spectral.json")
  writeFileSync(rules, JSON.stringify({ extends: ["spectral:oas"] }))
  const script = await program("@stoplight/spectral-cli/dist/index.js")
  const problems = JSON.parse(
    await print(script, "lint", file, "--ruleset", rules, "--format", "json", "--quiet")
  )
  return problems.map((each: { code: string; message: string }) => `${each.code}: ${each.message}`)
}

/** A small document without descriptions and licence, which both judges have to notice. */
const spoiled = (): string => {
  const { openapi, servers, tags } = JSON.parse(readFileSync(document, "utf8"))
  const paths = { "/a": { get: { responses: { 400: { description: "" } } } } }
  const file = join(folder, "spoiled.json")
  writeFileSync(file, JSON.stringify({ openapi, servers, tags, info: { title: "a", version: "1" }, paths }))
  return file
}

const host = `import type { operations, paths } from "./client.ts"
type Award = paths["/api/v1/laas/rules/award"]["post"]
export const award: Award["requestBody"]["content"]["application/json"] = { userId: "ada", ruleName: "order" }
export const paid = (answer: Award["responses"][201]["content"]["application/json"]): boolean => answer.data.awarded
export const refused = (answer: Award["responses"][400]["content"]["application/json"]): string => answer.data.error
export type Query = NonNullable<operations["boards.points"]["parameters"]["query"]>["take"]
// @ts-expect-error an award needs the name of a rule
export const nameless: Award["requestBody"]["content"]["application/json"] = { userId: "ada" }
`

describe("the OpenAPI document and programs of others", () => {
  it("gets no warning from Redocly", async () => {
    assert.deepEqual(await redocly(document), [])
    assert.ok((await redocly(spoiled())).length > 0, "the judge notices nothing")
  }, 180_000)

  it("gets no warning from Spectral", async () => {
    assert.deepEqual(await spectral(document), [])
    assert.ok((await spectral(spoiled())).length > 0, "the judge notices nothing")
  }, 180_000)

  it("gives openapi-typescript a client that compiles", async () => {
    const client = await print(await program("openapi-typescript/bin/cli.js"), document)
    writeFileSync(join(folder, "client.ts"), client)
    writeFileSync(join(folder, "host.ts"), host)
    const options = "--noEmit --strict --target es2024 --module nodenext --allowImportingTsExtensions --types"
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    assert.equal(await print(tsc, ...options.split(" "), "", "host.ts"), "")
  }, 180_000)
})
