import assert from "node:assert/strict"
import { Duration, Effect } from "effect"
import { usualPatience } from "../../../../lib/accounts/details/UserDetails.ts"
import { isLoopback } from "../../../../lib/outbound/addresses.ts"
import { Network } from "../../../../lib/outbound/Outbound.ts"
import { makeAuthority } from "../../../support/certificates.ts"
import { describe, it } from "../../../support/effect.ts"
import { makeFetching, publicAddress, reasonOf, withPartner } from "../network.ts"
import { happy, startPartner } from "../partner.ts"

const url = "https://partner.example/users"
const unproven = "has no valid certificate for its host name"

export const hosts = (): void => {
  describe("a host proves its name", () => {
    const refuses = (name: string, names: ReadonlyArray<string>, asked = url) =>
      it(name, () =>
        withPartner({ script: happy, names }, async (partner, world) => {
          assert.equal(reasonOf(await makeFetching(world).fetch(asked)), unproven)
          assert.deepEqual(partner.asked, [])
        })
      )

    refuses("not with the certificate of another", ["DNS:other.example"])
    refuses("not with the certificate of a part of it", ["DNS:users.partner.example"])
    refuses("not with that of the address alone", [`IP:${publicAddress}`])
    refuses("not with that of the address that it was sent to", ["IP:127.0.0.1"])
    refuses(
      "not with that of a name, where the host is an address",
      ["DNS:partner.example"],
      `https://${publicAddress}/`
    )

    it("not with one of an untrusted authority", () =>
      withPartner({ script: happy }, async (partner, world) => {
        const stranger = makeAuthority("another authority")
        assert.equal(reasonOf(await makeFetching({ ...world, ca: stranger.ca }).fetch(url)), unproven)
        assert.deepEqual(partner.asked, [])
      }))

    it("not with one that has expired", async () => {
      const authority = makeAuthority()
      const past = { from: new Date("2001-01-01"), to: new Date("2002-01-01") }
      const partner = await startPartner(happy, authority.issue(["DNS:partner.example"], past))
      assert.equal(reasonOf(await makeFetching({ partner, ca: authority.ca }).fetch(url)), unproven)
      assert.deepEqual(partner.asked, [])
      await partner.close()
    })

    it("even if the environment turns certificate checks off", () =>
      withPartner({ script: happy, names: ["DNS:other.example"] }, async (partner, world) => {
        process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"
        try {
          assert.equal(reasonOf(await makeFetching(world).fetch(url)), unproven)
          assert.deepEqual(partner.asked, [])
        } finally {
          delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
        }
      }))

    it("not without speaking TLS at all", async () => {
      const partner = await startPartner(happy)
      assert.equal(reasonOf(await makeFetching({ partner }).fetch(url)), unproven)
      await partner.deserted()
      await partner.close()
    })

    it("with a dot at its end, in upper case, in another script, and as an address", () =>
      withPartner(
        { script: happy, names: ["DNS:partner.example", "DNS:xn--bcher-kva.example", "IP:127.0.0.1"] },
        async (partner, world) => {
          const { fetch } = makeFetching(world)
          for (const host of ["partner.example.", "PARTNER.example", "bücher.example"]) {
            assert.equal(reasonOf(await fetch(`https://${host}/`)), "a record", host)
          }
          const { fetch: near, opened } = makeFetching({ ca: world.ca ?? "", allowLoopback: true })
          assert.equal(reasonOf(await near(`https://127.0.0.1:${partner.port}/`)), "a record")
          assert.deepEqual(opened, ["127.0.0.1"])
        }
      ))
  })

  describe("a name is resolved once", () => {
    it("so that a name that resolves differently the next time is called at the address that was checked", () =>
      withPartner({ script: happy }, async (partner, world) => {
        const turns = [[publicAddress], ["127.0.0.1"], ["127.0.0.1"]]
        const { fetch, opened, resolved } = makeFetching({ ...world, resolve: () => turns.shift() ?? [] })
        assert.equal(reasonOf(await fetch(url)), "a record")
        assert.deepEqual([resolved, opened], [["partner.example"], [publicAddress]])
        assert.match(reasonOf(await fetch(url)), /^does not lead to a public address/)
        assert.deepEqual(opened, [publicAddress])
        assert.equal(partner.connections(), 1)
      }))

    it("and its next address is tried if one does not answer, IPv4 first", () =>
      withPartner({ script: happy }, async (partner, world) => {
        const gone = await startPartner(happy)
        await gone.close()
        const all = ["2606:4700:4700::1111", "93.184.215.14", "93.184.215.15", "93.184.215.16"]
        const { fetch, opened } = makeFetching({
          ...world,
          resolve: () => all,
          partner: ({ address }) => (address === "2606:4700:4700::1111" ? partner : gone)
        })
        assert.equal(reasonOf(await fetch(url)), "could not be reached")
        assert.deepEqual(opened, all.slice(1))
        all.splice(2, 2)
        assert.equal(reasonOf(await fetch(url)), "a record")
        assert.deepEqual(opened.slice(3), ["93.184.215.14", "2606:4700:4700::1111"])
      }))

    it("within the time limit of the fetch", async () => {
      const { fetch, opened } = makeFetching({ patience: 150, resolve: () => new Promise(() => {}) })
      assert.equal(reasonOf(await fetch(url)), "did not answer within 0.15 seconds")
      assert.deepEqual(opened, [])
    })
  })

  describe("by default", () => {
    it("a fetch times out after three seconds", () => assert.equal(Duration.toSeconds(usualPatience), 3))

    it("localhost is this machine", async () => {
      const { resolve } = Effect.runSync(Network)
      const addresses = await resolve("localhost", new AbortController().signal)
      assert.ok(addresses.length > 0 && addresses.every(isLoopback), addresses.join())
    })
  })
}
