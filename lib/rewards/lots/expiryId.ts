import { type MemberId, TransferId } from "../Id.ts"
import { idAt } from "../Ids.ts"

/** Returns the id of the transfer with which a lot expires. `n` is how often the lot has expired before. */
export const expiryIdOf = (memberId: MemberId, expiresAt: Date, n: number): TransferId =>
  TransferId.make(idAt(expiresAt, `expiry ${memberId} ${n}`), { disableValidation: true })
