import { randomBytes } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { now } from "../../rewards/clock.ts"
import { type InvalidInput, parser, type Unparsed } from "../../schema/Input.ts"
import * as Batch from "../../sql/Batch.ts"
import { Database } from "../../sql/Database.ts"
import type { DatabaseFailure } from "../../sql/Failure.ts"
import { Audit } from "../audit/Audit.ts"
import {
  type Forbidden,
  OtpWrong,
  PersonNotFound,
  TotpAlreadyOn,
  TotpNotOn,
  TotpNotStarted
} from "../Errors.ts"
import { Encryption } from "../encryption/Encryption.ts"
import { callerAmong } from "../people/caller.ts"
import { PersonKey, type PersonKeyInput } from "../sessions/Session.ts"
import { people, recoveryCodes, secondFactors } from "../tables.ts"
import { toBase32 } from "./base32.ts"
import { plainOtp } from "./Otp.ts"
import { newRecoveryCodes, recoveryDigest } from "./recoveryCodes.ts"
import {
  ConfirmTotp,
  type ConfirmTotpInput,
  type RecoveryCodes,
  RemoveTotp,
  type RemoveTotpInput,
  RemoveTotpOf,
  type RemoveTotpOfInput,
  type TotpSetup
} from "./SecondFactor.ts"
import {
  deleteFactor,
  type FactorOwner,
  isOn,
  readFactor,
  type StoredFactor,
  secretOf,
  useOtp
} from "./storedFactors.ts"
import { acceptedStep, secretBytes, uriOf } from "./totp.ts"

/**
 * The second factors of people: codes of an authenticator app (TOTP), and recovery codes. Each method locks the person, so that a code
 * works once even if it is sent twice at the same time. A new password does not remove the second factor.
 */
export class SecondFactors extends Context.Tag("rewards/SecondFactors")<
  SecondFactors,
  {
    /** Returns a new secret. The second factor is not on before `confirm`. A secret that was not confirmed is replaced. */
    readonly start: (
      input: PersonKeyInput | Unparsed
    ) => Effect.Effect<TotpSetup, InvalidInput | PersonNotFound | TotpAlreadyOn | DatabaseFailure>
    /** Turns the second factor on, and returns its recovery codes, which are returned only once. */
    readonly confirm: (
      input: ConfirmTotpInput | Unparsed
    ) => Effect.Effect<
      RecoveryCodes,
      InvalidInput | OtpWrong | PersonNotFound | TotpAlreadyOn | TotpNotStarted | DatabaseFailure
    >
    /** Removes the second factor of a person. The person must give a code of the authenticator app, or a recovery code. */
    readonly remove: (
      input: RemoveTotpInput | Unparsed
    ) => Effect.Effect<void, InvalidInput | OtpWrong | PersonNotFound | TotpNotOn | DatabaseFailure>
    /** Removes the second factor of a person who has lost it. If the caller is a person, this person must be an owner. */
    readonly removeOf: (
      input: RemoveTotpOfInput | Unparsed
    ) => Effect.Effect<void, InvalidInput | Forbidden | PersonNotFound | TotpNotOn | DatabaseFailure>
    /** Returns whether the person has a second factor. */
    readonly isOn: (input: PersonKeyInput) => Effect.Effect<boolean, InvalidInput | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<SecondFactors, never, Audit | Database | Encryption> = Layer.suspend(
    () => Layer.effect(this, make)
  )
}

const insertFactor = secondFactors.insert()
const confirmFactor = secondFactors.update("secret", "lastStep", "confirmedAt")
const insertCodes = recoveryCodes.insert()
const findFactor = secondFactors.find("confirmedAt")
const lockPerson = people.lock("email")
const lockPeople = people.by("partnerId").lock("id", "role")

const parsePerson = parser(PersonKey)
const parseConfirm = parser(ConfirmTotp)
const parseRemove = parser(RemoveTotp)
const parseRemoveOf = parser(RemoveTotpOf)

/** The e-mail address of a locked person, and the second factor of this person. */
interface Locked {
  readonly email: string
  readonly factor: StoredFactor | undefined
}

type Action = "totp.confirm" | "totp.remove"

const make = Effect.gen(function* () {
  const database = yield* Database
  const audit = yield* Audit
  const encryption = yield* Encryption

  /** Locks a person until commit, and reads the second factor. */
  const lock = Effect.fnUntraced(function* ({ partnerId, personId }: FactorOwner) {
    const owner = { partnerId, personId }
    const { factor, people } = yield* database.send(
      Batch.all({ people: Batch.of(lockPerson, [{ partnerId, id: personId }]), factor: readFactor(owner) })
    )
    const [person] = people
    if (person === undefined) return yield* new PersonNotFound({ id: personId })
    return { factor, email: person.email }
  })

  const record = (action: Action, { partnerId }: FactorOwner, outcome: "done" | "refused", detail: string) =>
    audit.recordOfPartner({ action, outcome, partnerId, detail })

  const replaceSecret = Effect.fnUntraced(function* (owner: FactorOwner, secret: string) {
    const { email, factor } = yield* lock(owner)
    if (isOn(factor)) return yield* new TotpAlreadyOn()
    const row = { ...owner, secret, createdAt: yield* now, confirmedAt: null, lastStep: null }
    yield* database.send(Batch.inOrder([deleteFactor(owner), Batch.of(insertFactor, [row])]))
    return email
  })

  const turnOn = Effect.fnUntraced(function* (owner: FactorOwner, otp: string) {
    const { email, factor } = yield* lock(owner)
    if (factor === undefined) return yield* new TotpNotStarted()
    if (isOn(factor)) return yield* new TotpAlreadyOn()
    const at = yield* now
    const secret = yield* secretOf(encryption, factor, owner)
    const lastStep = secret && acceptedStep(secret.bytes, plainOtp(otp), at, null)
    if (secret === undefined || lastStep === undefined) return yield* new OtpWrong()
    const codes = newRecoveryCodes()
    const rows = codes.map((code) => ({ ...owner, hash: recoveryDigest(owner.personId, code) }))
    const confirmed = { ...owner, secret: secret.renewed, lastStep, confirmedAt: at }
    yield* database.send(Batch.inOrder([Batch.of(confirmFactor, [confirmed]), Batch.of(insertCodes, rows)]))
    yield* record("totp.confirm", owner, "done", email)
    return { recoveryCodes: codes }
  })

  const turnOff = Effect.fnUntraced(function* (owner: FactorOwner, { email, factor }: Locked) {
    if (!isOn(factor)) return yield* new TotpNotOn()
    yield* database.send(deleteFactor(owner))
    yield* record("totp.remove", owner, "done", email)
  })

  /** Checks a code, and removes the second factor. The batch that marks the code as used is not sent, because the factor is deleted. */
  const removeOwn = Effect.fnUntraced(function* (owner: FactorOwner, otp: string) {
    const locked = yield* lock(owner)
    if (isOn(locked.factor)) yield* useOtp(encryption, owner, locked.factor, otp)
    yield* turnOff(owner, locked)
  })

  /** Checks the caller's role again, because the role may have changed since the token was checked. */
  const removeForAnother = Effect.fnUntraced(function* (owner: FactorOwner) {
    const all = yield* database.run(lockPeople, [{ partnerId: owner.partnerId }])
    yield* callerAmong(all, "only an owner may remove the second factor of others")
    yield* turnOff(owner, yield* lock(owner))
  })

  /** Records a wrong code. Must be called after the rollback that `OtpWrong` causes, because the rollback would undo the record. */
  const refused = (action: Action, owner: FactorOwner) => (error: OtpWrong) =>
    record(action, owner, "refused", error.message)

  return SecondFactors.of({
    start: Effect.fn("SecondFactors.start")(function* (input) {
      const owner = yield* parsePerson(input)
      const secret = randomBytes(secretBytes)
      const encrypted = yield* encryption.encrypt(toBase32(secret), owner.personId)
      const email = yield* database.transaction(replaceSecret(owner, encrypted))
      return { secret: toBase32(secret), uri: uriOf(secret, email) }
    }),

    confirm: Effect.fn("SecondFactors.confirm")(function* (input) {
      const { otp, ...owner } = yield* parseConfirm(input)
      return yield* database
        .transaction(turnOn(owner, otp))
        .pipe(Effect.tapErrorTag("OtpWrong", refused("totp.confirm", owner)))
    }),

    remove: Effect.fn("SecondFactors.remove")(function* (input) {
      const { otp, ...owner } = yield* parseRemove(input)
      yield* database
        .transaction(removeOwn(owner, otp))
        .pipe(Effect.tapErrorTag("OtpWrong", refused("totp.remove", owner)))
    }),

    removeOf: Effect.fn("SecondFactors.removeOf")(function* (input) {
      const { id, partnerId } = yield* parseRemoveOf(input)
      yield* database.transaction(removeForAnother({ partnerId, personId: id }))
    }),

    isOn: Effect.fn("SecondFactors.isOn")(function* (input) {
      const [factor] = yield* database.run(findFactor, [yield* parsePerson(input)])
      return factor !== undefined && factor.confirmedAt !== null
    })
  })
})
