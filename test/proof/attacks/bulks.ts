import type { Attack } from "./Attack.ts"

const partners = 4

export const bulks: Attack = {
  name: "bulks",
  claim: "several partners that send bulks at once delay no other partner by a bulk",
  prepare: async ({ partner }) => {
    const tokens = []
    for (let count = 0; count < partners; count++) tokens.push((await partner()).token)
    const kind = "bulks of several"
    return {
      ordinary: { kind, tokens: tokens.slice(0, 1), callers: 1 },
      assaults: { [`${partners} partners with bulks of 1,000`]: { kind, tokens } }
    }
  }
}
