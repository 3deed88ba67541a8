import assert from "node:assert/strict"
import type { Effect } from "effect"
import { routes } from "../../lib/client/contract.ts"
import type { PromiseClient } from "../../lib/entries/client.ts"
import type { Client } from "../../lib/entries/effect-client.ts"
import { describe, it } from "../support/effect.ts"
import { endpoints } from "./endpoints.ts"

/** The success of a method of the Effect client. */
type SuccessOf<Method> = Method extends (...input: never) => Effect.Effect<infer Success, infer _E, infer _R>
  ? Success
  : never
type ResultOf<Method> = Method extends (...input: never) => Promise<infer Result> ? Result : never

/** The methods of the client of promises whose answer does not have the type of the contract. */
type Wrong = {
  [Group in keyof PromiseClient & keyof Client]: {
    [Name in keyof PromiseClient[Group]]: Name extends keyof Client[Group]
      ? ResultOf<PromiseClient[Group][Name]> extends SuccessOf<Client[Group][Name]>
        ? never
        : Name
      : Name
  }[keyof PromiseClient[Group]]
}[keyof PromiseClient & keyof Client]

describe("the generated client", () => {
  it("has the answers of the contract", () => {
    const wrong: ReadonlyArray<Wrong> = []
    // @ts-expect-error no method has another type
    const none: Wrong = "award"
    assert.deepEqual([wrong, none], [[], "award"])
  })

  it("has every endpoint but the pages for browsers", () => {
    const names = Object.entries(routes).flatMap(([group, methods]) =>
      Object.keys(methods).map((name) => `${group}.${name}`)
    )
    const missing = endpoints.map(({ name }) => name).filter((name) => !names.includes(name))
    assert.deepEqual(missing, [
      "partners.resetForm",
      "people.acceptForm",
      "authorization.page",
      "authorization.submit"
    ])
  })
})
