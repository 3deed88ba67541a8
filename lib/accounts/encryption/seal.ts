import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto"

/**
 * Encrypts small texts with AES-256-GCM. A sealed text contains the id of its key. It can be decrypted only for the owner for whom it was
 * encrypted, so it is useless if somebody copies it to the row of another owner.
 */

const algorithm = "aes-256-gcm"
const keyBytes = 32
/** The length of nonces for which GCM is designed. Random nonces of this length are safe for far more texts than one key encrypts. */
const nonceBytes = 12
const tagBytes = 16

export interface SealKey {
  /** Recognises the key without revealing it. */
  readonly id: string
  readonly bytes: Uint8Array
}

const idOf = (bytes: Uint8Array): string =>
  createHash("sha256").update("id of a secrets key ").update(bytes).digest("base64url").slice(0, 11)

/** Returns a new key, in the form in which keys are configured. */
export const newKeyText = (): string => randomBytes(keyBytes).toString("base64")

/** Returns the key of a text; undefined if the text is not 32 bytes in base64 or base64url. */
export const keyOf = (text: string): SealKey | undefined => {
  const bytes = /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, "base64") : undefined
  return bytes?.length === keyBytes ? { id: idOf(bytes), bytes } : undefined
}

/** Returns the id of the key of a sealed text. */
export const keyIdOf = (sealed: string): string => sealed.slice(0, sealed.indexOf("."))

/** Encrypts a text for its owner. */
export const seal = ({ bytes, id }: SealKey, text: string, owner: string): string => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, bytes, nonce, { authTagLength: tagBytes }).setAAD(
    Buffer.from(owner)
  )
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return `${id}.${Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString("base64url")}`
}

/** Decrypts a sealed text. Undefined if it was sealed with another key or for another owner, or was changed. */
export const unseal = ({ bytes }: SealKey, sealed: string, owner: string): string | undefined => {
  const content = Buffer.from(sealed.slice(sealed.indexOf(".") + 1), "base64url")
  if (content.length < nonceBytes + tagBytes) return undefined
  const decipher = createDecipheriv(algorithm, bytes, content.subarray(0, nonceBytes), {
    authTagLength: tagBytes
  })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(content.subarray(-tagBytes))
  try {
    const text = decipher.update(content.subarray(nonceBytes, -tagBytes))
    return Buffer.concat([text, decipher.final()]).toString("utf8")
  } catch {
    // GCM refuses a text that it did not make with this key for this owner.
    return undefined
  }
}
