// QR codes, compared with those of another implementation.
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { pathOf, qrCode } from "../../server/dashboard/parts/qr.ts"
import { describe, it } from "../support/effect.ts"

const rowsOf = (text: string): ReadonlyArray<string> =>
  (qrCode(text) ?? assert.fail("the text is too long")).map((row) =>
    row.map((isDark) => (isDark ? "#" : ".")).join("")
  )

const digestOf = (text: string): string =>
  createHash("sha256").update(rowsOf(text).join("\n")).digest("hex").slice(0, 16)

describe("a QR code", () => {
  it("has the three corners, and between them the lines that give its size", () => {
    const rows = rowsOf("otpauth://totp/Laurel")
    assert.equal(rows.length, 25)
    const corner = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]
    assert.deepEqual(
      rows.slice(0, 7).map((row) => row.slice(0, 7)),
      corner
    )
    assert.deepEqual(
      rows.slice(0, 7).map((row) => row.slice(-7)),
      corner
    )
    assert.deepEqual(
      rows.slice(-7).map((row) => row.slice(0, 7)),
      corner
    )
    assert.equal(rows[6]?.slice(8, 17), "#.#.#.#.#")
  })

  /** The digests of codes that were equal, module by module, to those of github.com/nayuki/QR-Code-generator. */
  const known: ReadonlyArray<readonly [length: number, digest: string]> = [
    [1, "7750cad8c4256312"],
    [7, "cad725a603210ee8"],
    [42, "95da547a0e9b4dc6"],
    [53, "55b19e3bb0822e99"],
    [77, "a6a121d0e0ad8990"],
    [91, "0456a6cfab6aab01"],
    [166, "5ac26209b4edca0b"],
    [333, "7b12d814bd254cdf"],
    [456, "abfe755a609a7725"]
  ]

  it("is that of another implementation, in small and large versions and with letters of all lengths", () => {
    for (const [length, digest] of known)
      assert.equal(digestOf("é€😀x".repeat(250).slice(0, length)), digest, String(length))
  })

  it("has no version for a text that is too long", () => {
    assert.ok(qrCode("x".repeat(990)))
    assert.equal(qrCode("x".repeat(1000)), undefined)
  })

  it("is drawn as one path with a square for each dark module", () => {
    assert.equal(
      pathOf([
        [true, false],
        [false, true]
      ]),
      "M0 0h1v1h-1zM1 1h1v1h-1z"
    )
  })
})
