import type { Planted } from "../planted.ts"

const inheritance = "lib/rewards/personal/inheritance.ts"

export const planted: ReadonlyArray<Planted> = [
  {
    file: inheritance,
    mistake: "The payments that a successor takes over still count for the erased member, too.",
    code: "(row, memberId) => ({ ...row, memberId, paid: 0 })",
    to: "(row, memberId) => ({ ...row, memberId })"
  },
  {
    file: inheritance,
    mistake: "Who comes back starts with the windows that end, too.",
    code: "AND w.generation = r.generation AND w.period = 'ever'",
    to: "AND w.generation = r.generation"
  },
  {
    file: inheritance,
    mistake: "The numbers of activities begin at 0 again.",
    code: "inheritance.activityCounts.filter(({ memberId }) => erasedBy.has(memberId))",
    to: "[]"
  },
  {
    file: "lib/rewards/personal/returning.ts",
    mistake: "Another id of an erased person makes another successor.",
    code: "COALESCE(e.successor_id, e.member_id) AS member_id",
    to: "e.member_id AS member_id"
  },
  {
    file: "lib/rewards/commands/CommandWriter/erase.ts",
    mistake: "The pending coins of an erased member stay.",
    code: 'if (pendingCoins > 0) move("pending_erasure", pendingCoins, [])',
    to: ""
  },
  {
    file: "lib/rewards/commands/CommandWriter/wallet.ts",
    mistake: "Reversals take more expired coins than the erased member left.",
    code: "if (have < amount) return Either.left(new InsufficientCoins({ have, need: amount }))",
    to: ""
  },
  {
    file: "lib/rewards/personal/erase.ts",
    mistake: "The attributes of an erased member stay.",
    code: ", Batch.of(deleteAttributes, [{ partnerId, memberId }])",
    to: ""
  }
]
