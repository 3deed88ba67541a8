const scale = 10_000n

/** A decimal with at most 4 decimals as a whole number of ten-thousandths, so that no sum or quotient is rounded. */
export const partsOf = (text: string): bigint => {
  const [whole = "0", decimals = ""] = text.trim().split(".")
  return BigInt(whole) * scale + BigInt(decimals.padEnd(4, "0"))
}

/** The decimal of so many ten-thousandths, without trailing zeros. */
export const decimalOf = (parts: bigint): string => {
  const rest = parts % scale
  return `${parts / scale}${rest === 0n ? "" : `.${String(rest).padStart(4, "0").replace(/0+$/, "")}`}`
}
