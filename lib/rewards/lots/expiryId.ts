import { type MemberId, TransferId } from "../Id.ts"
import { idAt } from "../Ids.ts"

/** The id of the transfer with which a lot expires for the n-th time. */
export const expiryIdOf = (memberId: MemberId, expiresAt: Date, n: number): TransferId =>
  TransferId.make(idAt(expiresAt, `expiry ${memberId} ${n}`), { disableValidation: true })
