// Targets that a partner's URL must not lead to, in every spelling that a URL or a resolver accepts.
import assert from "node:assert/strict"
import { BlockList } from "node:net"
import { FastCheck as fc } from "effect"
import { isLoopback, isPublic } from "../../../../lib/outbound/addresses.ts"
import { makeAuthority } from "../../../support/certificates.ts"
import { afterAll, beforeAll, describe, it } from "../../../support/effect.ts"
import { makeFetching, publicAddress, reasonOf } from "../network.ts"
import { happy, type PartnerServer, startPartner } from "../partner.ts"

/** Addresses that are not public: the first, the last and well-known ones of each network. */
const addresses4 = [
  ["this network", "0.0.0.0", "0.0.0.1", "0.255.255.255"],
  ["private", "10.0.0.0", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255"],
  ["private", "192.168.0.1", "192.168.1.1", "192.168.255.255"],
  ["carrier-grade NAT", "100.64.0.1", "100.127.255.255"],
  ["loopback", "127.0.0.1", "127.0.0.2", "127.1.2.3", "127.255.255.255"],
  ["link-local", "169.254.0.1", "169.254.255.255"],
  [
    "metadata of clouds",
    "169.254.169.254",
    "169.254.170.2",
    "100.100.100.200",
    "192.0.0.192",
    "168.63.129.16"
  ],
  ["protocol assignments", "192.0.0.1", "192.0.0.255"],
  ["documentation", "192.0.2.1", "198.51.100.1", "203.0.113.1", "203.0.113.255"],
  ["6to4 relays", "192.88.99.1"],
  ["benchmarks", "198.18.0.1", "198.19.255.255"],
  ["multicast", "224.0.0.1", "239.255.255.250", "239.255.255.255"],
  ["reserved", "240.0.0.1", "255.255.255.254"],
  ["broadcast", "255.255.255.255"]
] as const

const addresses6 = [
  ["unspecified", "::", "0:0:0:0:0:0:0:0"],
  ["loopback", "::1", "0:0:0:0:0:0:0:1", "0000:0000:0000:0000:0000:0000:0000:0001"],
  ["mapped", "::ffff:127.0.0.1", "::ffff:7f00:1", "0:0:0:0:0:ffff:10.0.0.1", "::FFFF:169.254.169.254"],
  ["mapped", "::ffff:192.168.0.1", "::ffff:0.0.0.0", "::ffff:255.255.255.255"],
  ["compatible", "::127.0.0.1", "::7f00:1", "::10.0.0.1", "::8.8.8.8"],
  ["translated", "::ffff:0:127.0.0.1"],
  ["NAT64", "64:ff9b::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b::10.0.0.1"],
  ["local NAT64", "64:ff9b:1::1", "64:ff9b:1::8.8.8.8"],
  ["discard", "100::1", "100:0:0:1::1"],
  [
    "protocol assignments",
    "2001::1",
    "2001:0:5ef5:79fd:0:59d:a0e5:ba1",
    "2001:1::1",
    "2001:10::1",
    "2001:20::1"
  ],
  ["documentation", "2001:db8::1", "2001:DB8:ffff::1", "3fff::1", "3fff:fff::1"],
  ["6to4", "2002::1", "2002:7f00:1::1", "2002:a9fe:a9fe::", "2002:808:808::1"],
  ["segment routing", "5f00::1"],
  ["unique local", "fc00::1", "fd00::1", "fd00:ec2::254", "fd20:ce::254", "fdff:ffff::1"],
  ["link-local", "fe80::1", "febf::1"],
  ["site-local", "fec0::1", "feff::1"],
  ["multicast", "ff00::1", "ff02::1", "ff0e::1"],
  ["outside of what is handed out", "1::1", "4000::1", "8000::1", "e000::1"]
] as const

/** Other spellings that URL parsing turns into an address of this machine or its network. */
const spellings = [
  ["decimal", "2130706433", "3232235521", "2852039166", "0", "4294967295"],
  ["octal", "0177.0.0.1", "0177.0.0.01", "017700000001", "0300.0250.0.1", "0251.0376.0251.0376"],
  ["hex", "0x7f.0.0.1", "0x7f000001", "0X7F.1", "0xa9fea9fe", "0xA9.0xFE.0xA9.0xFE", "0xc0a80001"],
  ["short", "127.1", "127.0.1", "10.1", "192.168.257", "169.254.43518", "0x7f.1"],
  ["mixed", "0x7f.0.0.01", "127.0.0x0.1", "0251.0xfe.43518"],
  ["a trailing dot", "127.0.0.1.", "2130706433.", "0x7f.1."],
  ["other digits", "①②⑦.⓪.⓪.①", "１２７.０.０.１", "𝟏𝟐𝟕.𝟎.𝟎.𝟏", "127。0。0。1", "127｡0．0.1"],
  ["percent-encoded", "%31%32%37.0.0.1", "127%2e0%2e0%2e1", "%6c%6f%63%61%6c%68%6f%73%74"],
  ["white space inside", "127.0.\t0.1", "127.0.\n0.1"]
] as const

/** Names and what they resolve to in these tests. The last ones belong to malicious partners or do not resolve. */
const names: Readonly<Record<string, ReadonlyArray<string>>> = {
  localhost: ["127.0.0.1", "::1"],
  "localhost.": ["::1"],
  "localhost.localdomain": ["127.0.0.1"],
  "ip6-localhost": ["::1"],
  "ip6-loopback": ["::1"],
  "api.localhost": ["127.0.0.1"],
  kubernetes: ["10.96.0.1"],
  "kubernetes.default.svc": ["10.96.0.1"],
  "metadata.google.internal": ["169.254.169.254"],
  "metadata.google.internal.": ["169.254.169.254"],
  "instance-data.ec2.internal": ["169.254.169.254"],
  "host.docker.internal": ["192.168.65.254"],
  "127.0.0.1.nip.io": ["127.0.0.1"],
  "printer.local": ["fe80::1%eth0"],
  "zone.example": ["fe80::1%2"],
  "zone-of-public.example": ["2606:4700:4700::1111%1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "nat64.example": ["64:ff9b::a00:1"],
  "mixed4.example": ["93.184.215.14", "10.0.0.1"],
  "mixed-last.example": ["93.184.215.14", "2606:4700:4700::1111", "127.0.0.1"],
  "mixed6.example": ["93.184.215.14", "::1"],
  "half-6to4.example": ["2606:4700:4700::1111", "2002:7f00:1::"],
  "xn--localhst-n4a.example": ["127.0.0.1"],
  "spelled.example": ["0177.0.0.1"],
  "decimal.example": ["2130706433"],
  "nonsense.example": ["not an address"],
  "empty.example": [],
  "no-such-name.example": []
}

/** URLs that are refused because of their form, wherever they lead. */
const urls = [
  ["plain HTTP", "http://partner.example/users", "must start with https://"],
  ["plain HTTP to this machine", "http://127.0.0.1:PORT/", "must start with https://"],
  ["a file", "file:///etc/passwd", "must start with https://"],
  ["FTP", "ftp://127.0.0.1/", "must start with https://"],
  ["Gopher", "gopher://127.0.0.1:6379/_INFO", "must start with https://"],
  ["data", "data:application/json,{}", "must start with https://"],
  ["a script", "javascript:alert(1)", "must start with https://"],
  ["a web socket", "wss://127.0.0.1:PORT/", "must start with https://"],
  ["a user name", "https://user@127.0.0.1:PORT/", "must not contain a user name or a password"],
  [
    "a user name and a password",
    "https://a:b@partner.example/",
    "must not contain a user name or a password"
  ],
  [
    "a public name as user name",
    "https://partner.example@127.0.0.1:PORT/",
    "must not contain a user name or a password"
  ],
  [
    "a public name as password",
    "https://x:partner.example@localhost:PORT/",
    "must not contain a user name or a password"
  ],
  [
    "an encoded user name",
    "https://partner.example%40x@127.0.0.1:PORT/",
    "must not contain a user name or a password"
  ],
  ["back slashes", "https:\\\\127.0.0.1:PORT\\users", undefined],
  ["one slash", "https:/127.0.0.1:PORT/", undefined],
  ["no slash", "https:127.0.0.1:PORT/", undefined],
  ["many slashes", "https:////127.0.0.1:PORT/", undefined],
  ["upper case", "HTTPS://LOCALHOST:PORT/", undefined],
  ["a name in upper case with a dot", "https://LocalHost.:PORT/", undefined],
  ["white space around", "  https://127.0.0.1:PORT/\n", undefined],
  ["a public name behind the fragment", "https://127.0.0.1:PORT/#@partner.example/", undefined],
  ["a public name behind the query", "https://127.0.0.1:PORT?@partner.example/", undefined],
  ["a zone", "https://[fe80::1%25eth0]/", "must be an absolute URL"],
  ["a zone without its escape", "https://[fe80::1%eth0]/", "must be an absolute URL"],
  ["no address", "127.0.0.1/users", "must be an absolute URL"],
  ["nothing", "", "must be an absolute URL"],
  ["five parts", "https://127.0.0.1.1/", "must be an absolute URL"],
  ["a part too large", "https://256.0.0.1/", "must be an absolute URL"],
  ["a number too large", "https://4294967296/", "must be an absolute URL"],
  ["no host", "https:///", "must be an absolute URL"],
  ["a bad port", "https://127.0.0.1:99999/", "must be an absolute URL"]
] as const

const flat = (table: ReadonlyArray<readonly [string, ...ReadonlyArray<string>]>) =>
  table.flatMap(([kind, ...each]) => each.map((text) => ({ kind, text })))

const notPublic = "does not lead to a public address: its host name must resolve to public addresses only"

const hosts = [
  ...flat(addresses4),
  ...flat(addresses6).map(({ kind, text }) => ({ kind, text: `[${text}]` })),
  ...flat(spellings),
  ...Object.keys(names).map((text) => ({ kind: "name", text }))
]

/** Neighbours of the networks above, and well-known public addresses. */
const publicAddresses = [
  [
    "1.0.0.0",
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "93.184.215.14",
    "100.63.255.255",
    "100.128.0.0"
  ],
  ["126.255.255.255", "128.0.0.0", "168.63.129.15", "168.63.129.17", "169.253.255.255", "169.255.0.0"],
  [
    "172.15.255.255",
    "172.32.0.0",
    "191.255.255.255",
    "192.0.1.0",
    "192.0.3.0",
    "192.88.98.255",
    "192.88.100.0"
  ],
  ["192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0"],
  ["203.0.112.255", "203.0.114.0", "223.255.255.255"],
  [
    "2001:200::1",
    "2001:4860:4860::8888",
    "2001:db7:ffff::1",
    "2001:db9::1",
    "2003::1",
    "2606:4700:4700::1111"
  ],
  ["2a00:1450:4001:800::200e", "3ffe::1", "3fff:1000::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"]
].flat()

export const addresses = (): void => {
  describe("an address that is not public is refused without a connection", () => {
    let server: PartnerServer | undefined
    beforeAll(async () => {
      server = await startPartner(happy)
    })
    afterAll(() => server?.close())

    /** A connection would be noticed twice: by the client that opens it and by the server that receives it. */
    const refuses = async (url: string, reason: string) => {
      const trap = server ?? assert.fail("there is no server")
      const { fetch, opened, resolved } = makeFetching({
        partner: trap,
        resolve: (hostname) => names[hostname] ?? []
      })
      assert.equal(reasonOf(await fetch(url.replace("PORT", String(trap.port)))), reason)
      assert.deepEqual(opened, [])
      for (const hostname of resolved) assert.ok(hostname in names, `${hostname} is not a name of this table`)
      assert.equal(trap.connections(), 0)
    }

    it("the tables have more than 150 cases", () => assert.ok(hosts.length + urls.length > 150))

    for (const { kind, text } of hosts) {
      it(`${kind}: ${JSON.stringify(text)}`, () => refuses(`https://${text}:PORT/users`, notPublic))
    }
    for (const [kind, url, reason = notPublic] of urls) {
      it(`${kind}: ${JSON.stringify(url)}`, () => refuses(url, reason))
    }
  })

  describe("with loopback addresses allowed", () => {
    const others = [...flat(addresses4), ...flat(addresses6)]
      .map(({ text }) => text)
      .filter((text) => !isLoopback(text))

    it("every other address that is not public is still refused without a connection", async () => {
      for (const address of others) {
        const { fetch, opened } = makeFetching({ allowLoopback: true, resolve: () => [address] })
        assert.equal(reasonOf(await fetch("https://partner.example/")), notPublic, address)
        assert.equal(reasonOf(await fetch("http://partner.example/")), "must start with https://", address)
        assert.deepEqual(opened, [], address)
      }
    })

    it("plain HTTP is refused without a lookup, except for a host that can only be this machine", async () => {
      const { fetch, opened, resolved } = makeFetching({ allowLoopback: true, resolve: () => ["127.0.0.1"] })
      for (const host of ["partner.example", "93.184.215.14", "localhost.example", "[::ffff:127.0.0.1]"]) {
        assert.equal(reasonOf(await fetch(`http://${host}/`)), "must start with https://", host)
      }
      assert.deepEqual([resolved, opened], [[], []])
      const local = await startPartner(happy)
      for (const host of ["127.0.0.1", "localhost", "shop.localhost"]) {
        assert.equal(reasonOf(await fetch(`http://${host}:${local.port}/`)), "a record", host)
      }
      await local.close()
    })
  })

  describe("an address that is public", () => {
    it("receives the connection, at exactly that address", async () => {
      const { ca, issue } = makeAuthority()
      const partner = await startPartner(happy, issue(["DNS:partner.example"]))
      for (const address of publicAddresses) {
        const { fetch, opened } = makeFetching({ ca, partner, resolve: () => [address] })
        assert.equal(reasonOf(await fetch("https://partner.example/")), "a record", address)
        assert.deepEqual(opened, [address])
      }
      await partner.close()
    })

    it("is taken from before a backslash, not from after it", async () => {
      const partner = await startPartner(happy)
      const { fetch, opened, resolved } = makeFetching({ partner })
      await fetch("https://partner.example\\@127.0.0.1/")
      await partner.close()
      assert.deepEqual([resolved, opened], [["partner.example"], [publicAddress]])
    })

    it("is recognised as by the runtime's own BlockList", () => {
      const special = new BlockList()
      for (const [base, length] of [
        ["0.0.0.0", 8],
        ["10.0.0.0", 8],
        ["100.64.0.0", 10],
        ["127.0.0.0", 8],
        ["169.254.0.0", 16],
        ["172.16.0.0", 12],
        ["192.0.0.0", 24],
        ["192.0.2.0", 24],
        ["192.88.99.0", 24],
        ["192.168.0.0", 16],
        ["198.18.0.0", 15],
        ["198.51.100.0", 24],
        ["203.0.113.0", 24],
        ["224.0.0.0", 3],
        ["168.63.129.16", 32]
      ] as const) {
        special.addSubnet(base, length, "ipv4")
      }
      const octet = fc.oneof(
        fc.integer({ min: 0, max: 255 }),
        fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198)
      )
      fc.assert(
        fc.property(fc.tuple(octet, octet, octet, octet), (octets) => {
          const address = octets.join(".")
          assert.equal(isPublic(address), !special.check(address, "ipv4"), address)
          assert.equal(isPublic(`::ffff:${address}`), isPublic(address))
          assert.equal(isPublic(`64:ff9b::${address}`), isPublic(address))
          assert.equal(isPublic(`::${address}`), false)
        }),
        { numRuns: 2000 }
      )
    })
  })
}
