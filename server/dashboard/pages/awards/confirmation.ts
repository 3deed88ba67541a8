import type { Award } from "../../contract.ts"

/** The award after its confirmation. `expiresAt` stays as it was, because the list does not show it. */
export const afterConfirmation = (award: Award, { createdAt }: { readonly createdAt: string }): Award => ({
  ...award,
  state: award.coinsLeft === award.coins && award.amountLeft === award.amount ? "paid" : "partly_reversed",
  maturesAt: createdAt
})
