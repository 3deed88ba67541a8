import assert from "node:assert/strict"
import { hostRoute, requestIdOf, split } from "../../lib/http/response.ts"
import { replyOf } from "../support/calls.ts"
import { describe, it } from "../support/effect.ts"

describe("a URL", () => {
  it("is split into its path and its query, also where the Host header is invalid and only a path is left", () => {
    const parts = (url: string) => Object.values(split(url))
    assert.deepEqual(parts("http://localhost:3000/api/v1/user?a=/b#c"), ["/api/v1/user", "?a=/b#c"])
    assert.deepEqual(parts("/api/v1/user?a=http://b/c"), ["/api/v1/user", "?a=http://b/c"])
    assert.deepEqual(parts("http://localhost"), ["/", ""])
    assert.deepEqual(parts("http://localhost/#a"), ["/", "#a"])
  })
})

describe("the id of a request", () => {
  it("is the caller's if it is safe to log, and otherwise a new one", () => {
    const idOf = (given: string) =>
      requestIdOf(new Request("http://x", { headers: { "x-request-id": given } }))
    for (const given of ["a", "trace-1:2.3_x", "x".repeat(128)]) assert.equal(idOf(given), given)
    for (const given of ["", "a b", "x".repeat(129), "a%0ab", "é"]) {
      assert.match(idOf(given), /^[0-9a-f-]{36}$/)
    }
  })
})

describe("a route of the host", () => {
  const route = hostRoute((request) => {
    if (request.url.endsWith("/broken")) throw new Error("a secret of the host")
    return new Response("fine")
  })
  const ask = async (method: string, path = "/") => {
    const headers = { "x-request-id": "mine" }
    const reply = await replyOf(await route(new Request(`http://x${path}`, { method, headers })))
    assert.equal(reply.headers.get("x-request-id"), "mine")
    return reply
  }

  it("answers reads, and refuses other methods in the envelope", async () => {
    assert.equal((await ask("GET")).text, "fine")
    const head = await ask("HEAD")
    assert.deepEqual([head.text, head.headers.get("content-length")], ["", "4"])
    const options = await ask("OPTIONS")
    assert.deepEqual([options.status, options.headers.get("allow")], [204, "GET, HEAD, OPTIONS"])
    const refused = await ask("DELETE")
    assert.deepEqual([refused.status, refused.headers.get("allow")], [405, "GET, HEAD, OPTIONS"])
  })

  it("answers with 500 and without details where the host's function throws", async () => {
    const { status, text } = await ask("GET", "/broken")
    assert.equal(status, 500)
    assert.match(text, /an internal error: the log has it/)
    assert.doesNotMatch(text, /secret/)
  })
})
