import assert from "node:assert/strict"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, it } from "../support/effect.ts"
import { type Declaration, exportsOf, namedBy } from "./reach.ts"

const lib = fileURLToPath(new URL("../../lib/", import.meta.url))
const keyOf = ({ file, name }: Declaration): string => `${relative(lib, file)} ${name}`

/** Only the library makes and reads these; a host passes them on. */
const opaque = new Set(["sql/Batch.ts Batch", "rewards/ledger/Book.ts Book"])

const gaps = (entry: string, ...also: ReadonlyArray<string>): ReadonlyArray<string> => {
  const own = exportsOf(`${lib}${entry}`)
  const reachable = new Set([...own, ...also.flatMap((other) => exportsOf(`${lib}${other}`))].map(keyOf))
  return own
    .filter((declaration) => !opaque.has(keyOf(declaration)))
    .flatMap((declaration) =>
      namedBy(declaration)
        // The documented form of an input is the input itself.
        .filter(({ file }) => file !== `${lib}schema/Documented.ts`)
        .filter((named) => !reachable.has(keyOf(named)))
        .map((named) => `${declaration.name} names ${keyOf(named)}`)
    )
    .filter((gap, index, all) => all.indexOf(gap) === index)
}

describe("the exports", () => {
  it("of the main entry hold every type that its functions and types name, together with those of the services", () => {
    assert.deepEqual(gaps("entries/rewards.ts", "index.ts", "entries/accounts.ts"), [])
  })

  it("of the entry for Effect hold every type that its services and types name", () => {
    assert.deepEqual(gaps("index.ts"), [])
  })

  it("of accounts do, together with those of the entry for Effect", () => {
    assert.deepEqual(gaps("entries/accounts.ts", "index.ts"), [])
  })

  it("of the other entries do", () => {
    assert.deepEqual(gaps("entries/http.ts", "index.ts", "entries/accounts.ts"), [])
    assert.deepEqual(gaps("entries/dashboard.ts"), [])
    assert.deepEqual(gaps("entries/client.ts"), [])
    assert.deepEqual(gaps("entries/effect-client.ts", "entries/http.ts", "index.ts"), [])
    assert.deepEqual(gaps("entries/testing.ts", "index.ts"), [])
    assert.deepEqual(gaps("entries/smtp.ts", "index.ts", "entries/accounts.ts"), [])
    assert.deepEqual(gaps("drivers/postgres.ts", "index.ts"), [])
  })

  it("a gap is found", () => {
    const service = { file: `${lib}rewards/commands/CommandWriter.ts`, name: "CommandWriter" }
    assert.ok(namedBy(service).some(({ name }) => name === "Command"))
  })
})
