import type { Rule } from "../../contract.ts"

const policies: Readonly<Record<Rule["atLimit"], string>> = {
  reject: "An award is refused",
  suppress: "An award is recorded without effect",
  clamp: "An award pays what the coin limits leave"
}

/** What is true of a rule besides its sentence and its meters, as terms and descriptions. */
export const factsOf = ({
  atLimit,
  condition
}: Rule): ReadonlyArray<readonly [term: string, said: string]> => [
  ...(condition === "" ? [] : [["Condition", condition] as const]),
  ["At a limit", policies[atLimit]]
]
