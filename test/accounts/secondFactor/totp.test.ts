// Codes of authenticator apps, compared with the vectors of the RFCs.
import assert from "node:assert/strict"
import { fromBase32, toBase32 } from "../../../lib/accounts/secondFactor/base32.ts"
import { acceptedStep, codeAt, stepAt, uriOf } from "../../../lib/accounts/secondFactor/totp.ts"
import { describe, it } from "../../support/effect.ts"

/** The secret of RFC 6238, appendix B, for SHA-1. */
const secret = Buffer.from("12345678901234567890")

/** The instants of RFC 6238 in seconds, and their codes. The RFC shows eight digits; the last six are the code of six digits. */
const vectors: ReadonlyArray<readonly [number, string]> = [
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"]
]

/** RFC 4226, appendix D: the codes of the first ten counters. */
const counted = [
  "755224",
  "287082",
  "359152",
  "969429",
  "338314",
  "254676",
  "287922",
  "162583",
  "399871",
  "520489"
]

const at = (seconds: number) => new Date(seconds * 1000)

describe("a code", () => {
  it("is that of RFC 6238 for each of its instants", () => {
    for (const [seconds, code] of vectors) {
      assert.equal(codeAt(secret, stepAt(at(seconds))), code.slice(-6), String(seconds))
    }
  })

  it("is that of RFC 4226 for each of its counters", () => {
    assert.deepEqual(
      counted.map((_, counter) => codeAt(secret, counter)),
      counted
    )
  })

  it("is accepted in its own period, in the one before and in the one after, and at no other time", () => {
    const code = codeAt(secret, 100)
    const accepted = [2939, 2970, 2999, 3000, 3029, 3030, 3059, 3060].map((seconds) =>
      acceptedStep(secret, code, at(seconds), null)
    )
    assert.deepEqual(accepted, [undefined, 100, 100, 100, 100, 100, 100, undefined])
  })

  it("is refused once it, or a later one, was used", () => {
    const now = at(3000)
    const codes = [99, 100, 101].map((step) => codeAt(secret, step))
    const accepted = (lastStep: number | null) =>
      codes.map((code) => acceptedStep(secret, code, now, lastStep))
    assert.deepEqual(accepted(null), [99, 100, 101])
    assert.deepEqual(accepted(99), [undefined, 100, 101])
    assert.deepEqual(accepted(100), [undefined, undefined, 101])
    assert.deepEqual(accepted(101), [undefined, undefined, undefined])
  })

  it("of another length or another secret is refused", () => {
    const code = codeAt(secret, 100)
    for (const wrong of ["", code.slice(1), `${code}0`, `0${code}`, codeAt(Buffer.from("other"), 100)]) {
      assert.equal(acceptedStep(secret, wrong, at(3000), null), undefined, wrong)
    }
  })
})

describe("base32", () => {
  const known = [
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"]
  ] as const

  it("is that of RFC 4648 without padding, and is read again", () => {
    for (const [plain, encoded] of known) {
      assert.equal(toBase32(Buffer.from(plain)), encoded)
      assert.equal(Buffer.from(fromBase32(encoded)).toString(), plain)
    }
  })
})

describe("the address for an authenticator app", () => {
  it("names the account, the secret and how codes are made", () => {
    const uri = new URL(uriOf(secret, "ada+shop@mail.example"))
    assert.equal(uri.protocol, "otpauth:")
    assert.equal(uri.host, "totp")
    assert.equal(decodeURIComponent(uri.pathname), "/Laurel Rewards:ada+shop@mail.example")
    assert.deepEqual(Object.fromEntries(uri.searchParams), {
      secret: toBase32(secret),
      issuer: "Laurel Rewards",
      algorithm: "SHA1",
      digits: "6",
      period: "30"
    })
  })
})
