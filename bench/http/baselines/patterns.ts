// What a field has to be, as regular expressions, for validators that cannot call a function.

/** NUL, and surrogates without their other half. No database stores them unchanged. */
const unstorable = String.raw`\u0000\ud800-\udfff`
const edge = String.raw`[^\s${unstorable}]`

export const storablePattern = new RegExp(`^[^${unstorable}]*$`, "u")

/** A name of 1 to 128 characters, without the white space around it. */
export const ruleNamePattern = new RegExp(String.raw`^\s*${edge}(?:[^${unstorable}]{0,126}${edge})?\s*$`, "u")

/** A decimal above 0, with at most 4 decimals and no more than 500 000 000 000. */
export const amountPattern =
  /^(?=.*[1-9])(?:500000000000(?:\.0{1,4})?|(?:0|[1-9]\d{0,10}|[1-4]\d{11})(?:\.\d{1,4})?)$/u

export const nameOf = (ruleName: string): string => ruleName.trim().toLowerCase()
