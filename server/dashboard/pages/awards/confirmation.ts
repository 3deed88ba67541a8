import type { Award } from "../../contract.ts"

/** Whether coins of the award wait to mature. */
export const isPending = ({ state }: { readonly state: string }): boolean => state === "pending"

/** The award after its confirmation. */
export const afterConfirmation = (award: Award): Award => ({
  ...award,
  state: award.coinsLeft === award.coins ? "paid" : "partly_reversed"
})
