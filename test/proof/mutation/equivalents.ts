/** A mutant that changes nothing that a caller could see, with the reason. */
export interface Equivalent {
  /** A file in lib, and a part of the line. */
  readonly source: string
  readonly line: string
  readonly from: string
  readonly to: string
  readonly reason: string
}

/** Found by hand, one by one. Without a reason a mutant counts as a survivor. */
export const equivalents: ReadonlyArray<Equivalent> = []
