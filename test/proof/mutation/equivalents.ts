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
export const equivalents: ReadonlyArray<Equivalent> = [
  {
    source: "rewards/limits/calendar.ts",
    line: "if (name.length === 3 && ",
    from: "(name.length === 3 && !abbreviations.has(name.toUpperCase()))",
    to: "(false)",
    reason: "Bun knows no other names of three letters. The same tests on Node notice it."
  },
  ...["input.first_id", "part.first_id"].map((bound) => ({
    source: "rewards/limits/statements.ts",
    line: `a.id >= ${bound}`,
    from: " >= ",
    to: " > ",
    reason: "The bound is no id of an award: its version is 0, theirs is 7."
  }))
]
