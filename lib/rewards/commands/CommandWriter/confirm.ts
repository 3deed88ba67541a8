import { Either } from "effect"
import { AlreadyReversed, AwardNotFound, AwardNotPending } from "../../Errors.ts"
import type { ReversalFacts } from "../../reversals/Reversal.ts"
import type { CommandOf, ConfirmRefused } from "../Command.ts"
import type { Changes } from "./Changes.ts"
import { confirmPending, waitingOf } from "./wallet.ts"

/** Makes a pending award mature now. A refused confirmation changes nothing. */
export const confirm = (
  changes: Changes,
  each: CommandOf<"Confirm">,
  newId: string
): Either.Either<ReversalFacts, ConfirmRefused> => {
  const { award } = each
  const { awardId, partnerId } = each.command
  if (award === undefined) return Either.left(new AwardNotFound({ awardId }))
  const pending = waitingOf(changes, award.memberId, award.id)
  if (pending === undefined) {
    const returned = changes.returned(award)
    const isReversed = returned.number > 0 && returned.coins === award.coins
    return Either.left(
      isReversed ? new AlreadyReversed({ recordId: awardId }) : new AwardNotPending({ awardId })
    )
  }
  const { memberId, userId } = award
  confirmPending(changes, { partnerId, memberId, userId, cause: each }, pending, newId)
  return Either.right({ id: newId, coins: pending.coins, createdAt: changes.state.at })
}
