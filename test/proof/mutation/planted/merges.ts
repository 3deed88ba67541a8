import type { Planted } from "../planted.ts"

const decide = "lib/rewards/members/decideMerge.ts"
const merge = "lib/rewards/members/memberMerge.ts"

export const planted: ReadonlyArray<Planted> = [
  {
    file: decide,
    mistake: "The sub-rules that both members finished are added instead of united.",
    code: 'terms._tag === "Combined" ? from | into : from + into',
    to: "from + into"
  },
  {
    file: decide,
    mistake: "A merge frees no place.",
    code: "from.paid > 0 && into.paid > 0",
    to: "false"
  },
  {
    file: merge,
    mistake: "The windows of the merged member are not added.",
    code: "const awards = from.awards + into.awards",
    to: "const awards = into.awards"
  },
  {
    file: "lib/rewards/lots/mergedLots.ts",
    mistake: "The coins that mature into a lot of the merged member are lost.",
    code: "maturing: sum(lot.maturing, other.maturing)",
    to: "maturing: other.maturing"
  },
  {
    file: merge,
    mistake: "A merge passes a limit without `force`.",
    code: "if (!force && Either.isLeft(passed)) return yield* passed.left",
    to: ""
  },
  {
    file: merge,
    mistake: "The wallet of the merged member stays open.",
    code: "ledger.close([{ partnerId, id: walletOf(from.id) }], at),",
    to: ""
  }
]
