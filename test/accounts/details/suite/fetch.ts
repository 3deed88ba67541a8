import assert from "node:assert/strict"
import { Effect, Either, Fiber } from "effect"
import { describe, it } from "../../../support/effect.ts"
import { makeFetching, reasonOf, withPartner } from "../network.ts"
import { happy, type PartnerServer, startPartner } from "../partner.ts"
import { record } from "../record.ts"
import { answers } from "./answers.ts"

const url = "https://partner.example/users"

const firstLine = ({ asked }: PartnerServer): string => asked.at(-1)?.split("\r\n")[0] ?? ""

export const fetching = (): void => {
  for (const [about, cases] of answers) {
    describe(`a fetch ${about}`, () => {
      for (const { name, reason, script, slow = false } of cases) {
        it(name, () =>
          withPartner({ script }, async (partner, world) => {
            const { fetch } = makeFetching({ ...world, ...(slow ? { patience: 150 } : {}) })
            const outcome = await fetch(url)
            assert.equal(reasonOf(outcome), reason ?? "a record")
            // On a busy machine the timeout may come before the connection is open.
            assert.ok(partner.connections() <= 1 && (slow || partner.connections() === 1))
          })
        )
      }
    })
  }

  describe("a fetch sends", () => {
    it("a request with the necessary headers only", () =>
      withPartner({ script: happy }, async (partner, world) => {
        assert.deepEqual(await makeFetching(world).fetch(`${url}?key=1`), Either.right(record))
        const lines = [
          "GET /users?key=1&tag=ada HTTP/1.1",
          "host: partner.example",
          "accept: application/json",
          "accept-encoding: identity",
          "user-agent: laurel-rewards",
          "connection: close"
        ]
        assert.deepEqual(partner.asked, [`${lines.join("\r\n")}\r\n\r\n`])
      }))

    it("any tag, correctly encoded, beside any existing query", () =>
      withPartner({ script: happy }, async (partner, world) => {
        const { fetch } = makeFetching(world)
        const rows = [
          ["", "ada", "/?tag=ada"],
          ["/", "ada", "/?tag=ada"],
          ["/users/", "ada", "/users/?tag=ada"],
          ["/users?", "ada", "/users?tag=ada"],
          ["/users?a=b&c=%20d+e", "ada", "/users?a=b&c=%20d+e&tag=ada"],
          ["/users?tag=eve", "ada", "/users?tag=ada"],
          ["/users?tag=eve&x=1&tag=eve", "ada", "/users?x=1&tag=ada"],
          ["/users#part", "ada", "/users?tag=ada"],
          ["/users", "a b&c=d#e?/%", "/users?tag=a%20b%26c%3Dd%23e%3F%2F%25"],
          ["/users", "a\r\nhost: inside", "/users?tag=a%0D%0Ahost%3A%20inside"],
          ["/users", "é😀", "/users?tag=%C3%A9%F0%9F%98%80"]
        ] as const
        for (const [rest, tag, path] of rows) {
          assert.ok(Either.isRight(await fetch(`https://partner.example${rest}`, tag)))
          assert.equal(firstLine(partner), `GET ${path} HTTP/1.1`)
        }
      }))

    it("the request to the port of the URL", () =>
      withPartner({ script: happy }, async (partner, world) => {
        const ports: Array<number> = []
        const { fetch } = makeFetching({
          ...world,
          partner: ({ target }) => {
            ports.push(target.port)
            return partner
          }
        })
        await fetch("https://partner.example/")
        await fetch("https://partner.example:8443/")
        assert.deepEqual(ports, [443, 8443])
        assert.match(partner.asked.at(-1) ?? "", /\r\nhost: partner\.example:8443\r\n/)
      }))

    it("nothing through a proxy of the environment", () =>
      withPartner({ script: happy }, async (partner, world) => {
        const proxy = await startPartner(happy)
        const names = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "NODE_USE_ENV_PROXY"]
        for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`
        try {
          assert.equal(reasonOf(await makeFetching(world).fetch(url)), "a record")
          assert.equal(firstLine(partner), "GET /users?tag=ada HTTP/1.1")
          assert.equal(proxy.connections(), 0)
        } finally {
          for (const name of names) delete process.env[name]
          await proxy.close()
        }
      }))
  })

  describe("a fetch is ended", () => {
    it("with its connection, when the caller interrupts it", () =>
      withPartner({ script: () => {} }, async (partner, world) => {
        const fiber = Effect.runFork(makeFetching(world).effect(url))
        await partner.connected(1)
        await Effect.runPromise(Fiber.interrupt(fiber))
      }))

    it("by its timeout, even in an uninterruptible region", () =>
      withPartner({ script: () => {} }, async (_, world) => {
        const { effect } = makeFetching({ ...world, patience: 150 })
        const outcome = await Effect.runPromise(Effect.uninterruptible(effect(url)))
        assert.equal(reasonOf(outcome), "did not answer within 0.15 seconds")
      }))

    it("at once, when sixteen others of the same partner and host are running", () =>
      withPartner({ script: () => {} }, async (partner, world) => {
        const { effect, fetch, opened } = makeFetching(world)
        const fibers = Array.from({ length: 16 }, () => Effect.runFork(effect(url)))
        await partner.connected(16)
        assert.match(reasonOf(await fetch(url)), /^already has 16 requests for other users/)
        assert.equal(opened.length, 16)
        const other = Effect.runFork(effect("https://other.example/"))
        const neighbour = Effect.runFork(effect(url, "ada", "bank"))
        await partner.connected(18)
        await Effect.runPromise(Fiber.interruptAll([...fibers, other, neighbour]))
        const next = Effect.runFork(effect(url))
        await partner.connected(19)
        await Effect.runPromise(Fiber.interrupt(next))
      }))

    it("with its lookup, when it takes too long", async () => {
      const signals: Array<AbortSignal> = []
      const resolve = (_: string, signal: AbortSignal) => {
        signals.push(signal)
        return new Promise<ReadonlyArray<string>>(() => {})
      }
      const { fetch } = makeFetching({ resolve, patience: 20 })
      for (let round = 0; round < 2; round++) {
        const late = await Promise.all(Array.from({ length: 16 }, () => fetch(url)))
        for (const outcome of late) assert.equal(reasonOf(outcome), "did not answer within 0.02 seconds")
      }
      assert.equal(signals.length, 32)
      assert.ok(signals.every(({ aborted }) => aborted))
    })
  })
}
