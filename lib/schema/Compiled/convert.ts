/** What a compiled function returns for a value that does not fit. */
export const misfit: unique symbol = Symbol("misfit")
export type Misfit = typeof misfit

/** Decodes or encodes one value; `misfit` where Schema would fail. */
export type Convert = (value: unknown) => unknown

export type Direction = "decode" | "encode"
