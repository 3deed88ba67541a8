import type { Assault, Attack } from "./Attack.ts"
import { writeAwards, writeHeavyAwards } from "./awards.ts"

const far = new Date(Date.now() - 3_600_000).toISOString()

const paths = (awards: number): Readonly<Record<string, string>> => ({
  "awards of a member by metadata": "/laas/rules/awards?userId=ada&metadataKey=a&metadataValue=none",
  "awards of a rule, counted": "/laas/rules/awards?ruleName=visit&state=counted",
  "awards, reversed, of a member": "/laas/rules/awards?userId=ada&state=reversed",
  "awards to an hour ago": `/laas/rules/awards?to=${far}`,
  "transactions of a member, transfers":
    "/laas/coins/transactions/search?userId=ada&type=user_partner_transfer",
  "transactions to an hour ago": `/laas/coins/transactions/search?to=${far}`,
  "transactions, last page": `/laas/coins/transactions?userId=ada&page=${awards / 100}&limit=100`,
  "audit by action": "/laas/iam/audit?action=webhook.create&limit=100",
  "pages of awards with 75 kB each": "/laas/rules/awards?ruleName=heavy&limit=100"
})

/** The full form is that of the first measurement. */
const sizes = { short: { awards: 20_000, readers: [20] }, full: { awards: 60_000, readers: [20, 200] } }

export const lists: Attack = {
  name: "lists",
  claim:
    "readers of a partner's long lists, with filters that match nothing and with pages of much metadata, delay no other partner",
  prepare: async ({ form, partner, url }) => {
    const { awards, readers } = sizes[form]
    const attacker = await partner()
    await writeAwards(url, attacker, awards)
    await writeHeavyAwards(url, attacker, 300)
    const { token } = attacker
    const assaults = Object.entries(paths(awards)).flatMap(([name, path]) =>
      readers.map((callers): [string, Assault] => [
        `${callers} × ${name}`,
        { kind: "readers", token, path, callers }
      ])
    )
    return { assaults: Object.fromEntries(assaults) }
  }
}
