import type { Attack } from "./Attack.ts"

const partners = 4

export const bulks: Attack = {
  name: "bulks",
  claim: "several partners that send bulks at once delay no other partner by a bulk",
  prepare: async ({ partner }) => {
    const tokens = []
    for (let count = 0; count < partners; count++) tokens.push((await partner()).token)
    return {
      assaults: { [`${partners} partners with bulks of 1,000`]: { kind: "bulks of several", tokens } }
    }
  }
}
