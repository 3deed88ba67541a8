/** Base32 of RFC 4648, without padding. Authenticator apps read secrets in this form. */

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** Returns the bytes as text. If the last character has unused bits, they are 0. */
export const toBase32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)])
    .join("")
}

/** Returns the bytes of a text that `toBase32` returned. */
export const fromBase32 = (text: string): Uint8Array => {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
