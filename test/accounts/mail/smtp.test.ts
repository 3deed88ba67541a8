import assert from "node:assert/strict"
import { Either } from "effect"
import { parseFrom, parseUrl } from "../../../lib/accounts/mail/smtp.ts"
import { openRewards, RewardsError } from "../../../lib/index.ts"
import { describe, it } from "../../support/effect.ts"
import { smtp } from "./suite/smtp.ts"

smtp("Bun")

describe("an SMTP address", () => {
  const wrong: ReadonlyArray<readonly [url: string, problem: RegExp]> = [
    ["http://user:hunter2@mail.example", /must start with smtp:\/\/ or smtps:\/\//],
    ["smtp:user:hunter2@mail.example", /must start with smtp:\/\//],
    ["smtp://user:hunter2", /must be a valid URL/],
    ["smtp://user:hunter2@mail.example:port", /must be a valid URL/],
    ["smtp://", /must name a host|must be a valid URL/],
    ["smtp://user:hunter2%@mail.example", /percent/],
    [
      "smtp://user:hunter2@mail.example?debug=true&logger=true",
      /must have no other parameters than requireTLS and tls.rejectUnauthorized/
    ],
    ["smtp://user:hunter2@mail.example?requireTLS=maybe", /must have true or false for requireTLS/]
  ]
  for (const [url, problem] of wrong) {
    it(`like ${url} is refused without revealing its password`, () => {
      const { message } = Either.getOrThrow(Either.flip(parseUrl(url)))
      assert.match(message, /^mail\.url /)
      assert.match(message, problem)
      assert.doesNotMatch(message, /hunter2/)
    })
  }

  it("gives the host, the security and the login", () => {
    const server = (url: string) => Either.getOrThrow(parseUrl(url))
    const tls = { rejectUnauthorized: true }
    assert.deepEqual(server("smtp://mail.example"), {
      host: "mail.example",
      port: 587,
      secure: false,
      requireTLS: false,
      tls
    })
    assert.deepEqual(server("smtps://a%40b:p%25%2Fw@[::1]:2465?tls.rejectUnauthorized=false"), {
      host: "::1",
      port: 2465,
      secure: true,
      requireTLS: false,
      tls: { rejectUnauthorized: false },
      auth: { user: "a@b", pass: "p%/w" }
    })
    assert.equal(server("smtps://mail.example").port, 465)
  })

  for (const [url, requireTLS] of [
    ["smtp://user:pass@mail.example", true],
    ["smtp://user:pass@mail.example?requireTLS=false", false],
    ["smtp://mail.example?requireTLS=true", true],
    ["smtp://user:pass@localhost:1025", false],
    ["smtp://user:pass@127.0.0.1", false],
    ["smtp://mail.example", false]
  ] as const) {
    it(`like ${url} ${requireTLS ? "requires TLS" : "accepts a connection without TLS"}`, () =>
      assert.equal(Either.getOrThrow(parseUrl(url)).requireTLS, requireTLS))
  }
})

describe("a sender", () => {
  for (const [text, name, address] of [
    ["no-reply@localhost", "", "no-reply@localhost"],
    ["Laurel Rewards <no-reply@localhost>", "Laurel Rewards", "no-reply@localhost"],
    ["Shop, Inc. <post@shop.example>", "Shop, Inc.", "post@shop.example"],
    ["<post@shop.example>", "", "post@shop.example"]
  ] as const) {
    it(`like ${text} is a name and an address`, () =>
      assert.deepEqual(Either.getOrThrow(parseFrom(text)), { name, address }))
  }
  for (const text of [
    "",
    "Shop",
    "a@b, c@d",
    "Shop <a@b> <c@d>",
    "Shop <a>",
    "Shop\r\nBcc: x <a@b>",
    "a@b\r\nBcc: c@d"
  ]) {
    it(`like ${JSON.stringify(text)} is refused`, () => assert.ok(Either.isLeft(parseFrom(text))))
  }

  it("or an address that is not valid keeps the engine from opening", async () => {
    for (const mail of [
      { url: "smtp://user:hunter2@mail.example", from: "Shop" },
      { url: "imap://user:hunter2@mail.example", from: "post@shop.example" }
    ]) {
      const error = await openRewards({ database: "sqlite::memory:", accounts: { mail } }).catch(
        (error: unknown) => error
      )
      assert.ok(error instanceof RewardsError)
      assert.match(error.message, /^mail\.(url|from) must/)
      assert.doesNotMatch(error.message, /hunter2/)
    }
  })
})
