// Texts that are encrypted for one owner, and the form of keys and recovery codes.
import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { Schema } from "effect"
import {
  keyIdOf,
  keyOf,
  newKeyText,
  type SealKey,
  seal,
  unseal
} from "../../../lib/accounts/encryption/seal.ts"
import { isRecoveryCode, Otp } from "../../../lib/accounts/secondFactor/Otp.ts"
import { newRecoveryCodes, recoveryDigest } from "../../../lib/accounts/secondFactor/recoveryCodes.ts"
import { describe, it } from "../../support/effect.ts"

const newKey = (): SealKey => keyOf(newKeyText()) ?? assert.fail("the service makes no valid key")
const key = newKey()

describe("a sealed text", () => {
  const sealed = seal(key, "a secret", "ada")

  it("is opened with its key for its owner", () => {
    assert.equal(unseal(key, sealed, "ada"), "a secret")
    assert.equal(keyIdOf(sealed), key.id)
  })

  it("is opened neither for another owner nor with another key", () => {
    assert.equal(unseal(key, sealed, "grace"), undefined)
    assert.equal(unseal(newKey(), sealed, "ada"), undefined)
  })

  it("is not opened if any of its bytes was changed, or if it is too short", () => {
    const [id = "", content = ""] = sealed.split(".")
    const bytes = Buffer.from(content, "base64url")
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      assert.equal(unseal(key, `${id}.${changed.toString("base64url")}`, "ada"), undefined, `byte ${index}`)
    }
    for (const length of [0, 1, 27, bytes.length - 1]) {
      const short = bytes.subarray(0, length).toString("base64url")
      assert.equal(unseal(key, `${id}.${short}`, "ada"), undefined, `${length} bytes`)
    }
  })

  it("looks different each time, and contains neither the text nor the key", () => {
    const other = seal(key, "a secret", "ada")
    assert.notEqual(other, sealed)
    for (const hidden of ["a secret", Buffer.from(key.bytes).toString("base64url")]) {
      assert.ok(!other.includes(hidden))
    }
  })
})

describe("a key", () => {
  it("is 32 bytes in base64 or base64url, and has the same id in both", () => {
    const bytes = randomBytes(32)
    const ids = [bytes.toString("base64"), bytes.toString("base64url")].map((text) => keyOf(text)?.id)
    assert.ok(ids[0])
    assert.equal(ids[0], ids[1])
  })

  it("has no other form", () => {
    for (const text of [
      "",
      "secret",
      randomBytes(31).toString("base64"),
      randomBytes(33).toString("base64")
    ]) {
      assert.equal(keyOf(text), undefined, text)
    }
  })
})

describe("recovery codes", () => {
  const isOtp = Schema.is(Otp)
  const codes = newRecoveryCodes()

  it("are ten different ones of 16 letters and digits", () => {
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
  })

  it("are recognised as a person types them, and stored for one person", () => {
    const [code = ""] = codes
    for (const typed of [code, code.toLowerCase(), code.replaceAll("-", ""), code.replaceAll("-", " ")]) {
      assert.ok(isOtp(typed) && isRecoveryCode(typed), typed)
      assert.equal(recoveryDigest("ada", typed), recoveryDigest("ada", code))
    }
    assert.notEqual(recoveryDigest("grace", code), recoveryDigest("ada", code))
    for (const typed of ["123456", "123 456"]) assert.ok(isOtp(typed) && !isRecoveryCode(typed), typed)
    for (const other of [
      "",
      "12345",
      "1234567",
      code.slice(1),
      `${code}A`,
      code.replace(/^./, "1"),
      ` ${code}`
    ]) {
      assert.ok(!isOtp(other), other)
    }
  })
})
