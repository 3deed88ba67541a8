import { Effect } from "effect"
import { now } from "../../rewards/clock.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import * as Batch from "../../sql/Batch.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { OtpWrong } from "../Errors.ts"
import type { Encryption } from "../encryption/Encryption.ts"
import { recoveryCodes, secondFactors } from "../tables.ts"
import { fromBase32 } from "./base32.ts"
import { isRecoveryCode, plainOtp } from "./Otp.ts"
import { recoveryDigest } from "./recoveryCodes.ts"
import { acceptedStep } from "./totp.ts"

export interface FactorOwner {
  readonly partnerId: PartnerId
  readonly personId: string
}

const findFactor = secondFactors.find("secret", "confirmedAt", "lastStep")
const findCodes = recoveryCodes.by("partnerId", "personId").find("hash")
const useCode = secondFactors.update("secret", "lastStep")
const useRecoveryCode = recoveryCodes.delete()

/** Reads a person's second factor and the digests of the recovery codes, in a transaction that has locked the person. */
export const readFactor = (owner: FactorOwner) =>
  Batch.map(
    Batch.all({ factors: Batch.of(findFactor, [owner]), codes: Batch.of(findCodes, [owner]) }),
    ({ codes, factors: [factor] }) => factor && { ...factor, codes: codes.map(({ hash }) => hash) }
  )
export type StoredFactor = NonNullable<Batch.Value<ReturnType<typeof readFactor>>>

/** Returns whether a person has a second factor that is confirmed. */
export const isOn = (
  factor: StoredFactor | undefined
): factor is StoredFactor & { readonly confirmedAt: Date } =>
  factor !== undefined && factor.confirmedAt !== null

/** Returns the secret of a factor as bytes, and the text to store from now on; undefined if it cannot be decrypted. */
export const secretOf = (
  encryption: Encryption["Type"],
  { secret }: StoredFactor,
  { personId }: FactorOwner
) =>
  Effect.map(
    encryption.decrypt(secret, personId),
    (found) => found && { bytes: fromBase32(found.text), renewed: found.renewed }
  )

/**
 * Returns the batch that uses up a code, so that the code works once. In one transaction, the caller must lock the person, read the factor
 * and send the batch. If the secret cannot be decrypted, only recovery codes work.
 */
export const useOtp = Effect.fnUntraced(function* (
  encryption: Encryption["Type"],
  owner: FactorOwner,
  factor: StoredFactor,
  otp: string
): Effect.fn.Return<Batch.Batch<unknown>, OtpWrong | DatabaseFailure> {
  if (isRecoveryCode(otp)) {
    const hash = recoveryDigest(owner.personId, otp)
    if (!factor.codes.includes(hash)) return yield* new OtpWrong()
    return Batch.of(useRecoveryCode, [{ ...owner, hash }])
  }
  const secret = yield* secretOf(encryption, factor, owner)
  const lastStep = secret && acceptedStep(secret.bytes, plainOtp(otp), yield* now, factor.lastStep)
  if (secret === undefined || lastStep === undefined) return yield* new OtpWrong()
  return Batch.of(useCode, [{ ...owner, secret: secret.renewed, lastStep }])
})

const deleteCodes = recoveryCodes.by("partnerId", "personId").delete()
const deleteOne = secondFactors.delete()

/** Deletes a person's second factor, in a transaction that has locked the person. */
export const deleteFactor = (owner: FactorOwner) =>
  Batch.inOrder([Batch.of(deleteCodes, [owner]), Batch.of(deleteOne, [owner])])
