// Lookups of host names that partners choose, with a name server that does not answer for some names.
import assert from "node:assert/strict"
import { Effect, Fiber } from "effect"
import { makeResolveHost } from "../../lib/outbound/resolveHost.ts"
import { makeFetching, publicAddress, reasonOf, withPartner } from "../accounts/details/network.ts"
import { happy } from "../accounts/details/partner.ts"
import { describe, it } from "../support/effect.ts"
import { type NameServer, startNameServer } from "../support/nameServer.ts"

const withNames = async (test: (server: NameServer) => Promise<void>): Promise<void> => {
  const server = await startNameServer({ "partner.example": publicAddress })
  try {
    await test(server)
  } finally {
    await server.close()
  }
}

const never = new AbortController().signal

describe("a lookup", () => {
  it("returns the addresses that the name server has", () =>
    withNames(async ({ address }) => {
      const resolve = makeResolveHost({ servers: [address] })
      assert.deepEqual(await resolve("partner.example", never), [publicAddress])
    }))

  it("of localhost asks no name server", () =>
    withNames(async ({ address, asked }) => {
      const resolve = makeResolveHost({ servers: [address] })
      for (const name of ["localhost", "LOCALHOST.", "shop.localhost"]) {
        assert.deepEqual(await resolve(name, never), ["127.0.0.1", "::1"], name)
      }
      assert.equal(asked.size, 0)
    }))

  it("ends when it is aborted, although the name server does not answer", () =>
    withNames(async ({ address, until }) => {
      const stopping = new AbortController()
      const found = makeResolveHost({ servers: [address] })("silent.example", stopping.signal)
      await until(1)
      stopping.abort()
      assert.deepEqual(await found, [])
    }))
})

describe("lookups that are not answered", () => {
  const silent = Array.from({ length: 40 }, (_, index) => `https://silent-${index}.example/`)

  it("are at most sixteen of a partner, delay no other partner, and end with their requests", () =>
    withPartner({ script: happy }, (_, world) =>
      withNames(async ({ address, asked, until }) => {
        const { effect } = makeFetching({ ...world, resolve: makeResolveHost({ servers: [address] }) })
        const fibers = silent.map((url) => Effect.runFork(effect(url, "ada", "shop")))
        await until(16)
        const known = "https://partner.example/users"
        assert.equal(reasonOf(await Effect.runPromise(effect(known, "ada", "bank"))), "a record")
        assert.equal(asked.size, 17)
        await Effect.runPromise(Fiber.interruptAll(fibers))
        assert.equal(reasonOf(await Effect.runPromise(effect(known, "ada", "shop"))), "a record")
      })
    ))
})
