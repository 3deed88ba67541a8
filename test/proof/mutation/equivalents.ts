/** A mutant that changes nothing that a caller could see, with the reason. */
export interface Equivalent {
  /** A file in lib, or all where it is left out, and a part of the line. */
  readonly source?: string
  readonly line: string
  readonly from: string
  readonly to: string
  readonly reason: string
}

/** Found by hand, one by one. Without a reason a mutant counts as a survivor. */
export const equivalents: ReadonlyArray<Equivalent> = [
  {
    line: "disableValidation: true",
    from: "true",
    to: "false",
    reason: "The value is valid: to look at it once more changes nothing."
  },
  {
    source: "rewards/ledger/statements.ts",
    line: 'lockFree("a")',
    from: " AND ",
    to: " OR ",
    reason: "Finds more accounts free than were asked about. The caller looks at those that it asked about."
  },
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
  })),
  {
    source: "rewards/journal/Journal/kept.ts",
    line: "if (awardId !== null && ruleId !== null && awarded !== null",
    from: " && ",
    to: " || ",
    reason: "The columns of an award are all there, or none of them is."
  },
  {
    source: "rewards/journal/Journal.ts",
    line: "if (commands.length < 2 || commands.every(isOfFirst))",
    from: "(commands.length < 2 || commands.every(isOfFirst))",
    to: "(false)",
    reason: "A shorter way for the commands of one partner. The longer way has the same outcome."
  }
]
