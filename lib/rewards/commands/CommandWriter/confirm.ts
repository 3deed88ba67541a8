import { Either } from "effect"
import { AlreadyReversed, AwardNotFound, AwardNotPending } from "../../Errors.ts"
import { TransferId } from "../../Id.ts"
import type { ConfirmationFacts } from "../../lots/Confirmation.ts"
import type { CommandOf, ConfirmRefused } from "../Command.ts"
import type { Changes } from "./Changes.ts"
import { confirmPending, waitingOf } from "./wallet.ts"

/** Makes a pending award mature now. A refused confirmation changes nothing. */
export const confirm = (
  changes: Changes,
  each: CommandOf<"Confirm">,
  newId: string
): Either.Either<ConfirmationFacts, ConfirmRefused> => {
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
  const id = TransferId.make(newId, { disableValidation: true })
  const owner = { partnerId, memberId, userId, cause: each }
  const expiresAt = confirmPending(changes, owner, pending, id)
  return Either.right({ id, coins: pending.coins, expiresAt, createdAt: changes.state.at })
}
