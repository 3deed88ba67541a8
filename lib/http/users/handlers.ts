import { Effect, Schema } from "effect"
import { Consents } from "../../accounts/consents/Consents.ts"
import { MemberDetails } from "../../accounts/details/MemberDetails.ts"
import type { Forbidden } from "../../accounts/Errors.ts"
import { Links } from "../../accounts/links/Links.ts"
import { Tag, type User } from "../../accounts/users/User.ts"
import { UserErasures } from "../../accounts/users/UserErasures.ts"
import { UserResets } from "../../accounts/users/UserResets.ts"
import { Users } from "../../accounts/users/Users.ts"
import type { AlreadyLinked } from "../../rewards/Errors.ts"
import { Unparsed } from "../../schema/Input.ts"
import { type HandledEndpoint, handle } from "../handle.ts"
import { once } from "../idempotency.ts"
import { MemberAnswer } from "../members/api.ts"
import { answersPersonalData, hidden, restored, stored } from "../members/memberAnswer.ts"
import * as api from "./api.ts"

/** Fields of the HTTP API that are always null. */
const unset = {
  avatar: null,
  emailVerificationCode: null,
  referred: null,
  interest: null,
  token: null,
  otpExpiresAt: null,
  fcmToken: null,
  lastRewardDate: null,
  faceIdKey: null,
  gender: null,
  isEnterpisePartnerUser: null,
  accountLinked: null,
  numberOfAccountLinked: null,
  accountLinkingData: null
}

/** Encodes a user. `codeExpiresAt` is the time at which the OTP that was just mailed expires; null if no OTP was mailed. */
const user = (account: User, codeExpiresAt: Date | null): typeof api.User.Encoded => ({
  id: account.id,
  fullname: account.fullname,
  tag: account.tag,
  email: account.email,
  phone: account.phone,
  referralCode: account.tag,
  countryCode: account.countryCode,
  type: "user",
  status: "active",
  ...unset,
  emailCodeExpiresAt: codeExpiresAt?.toISOString() ?? null,
  // The HTTP API shows null, not false, for an address that is not verified yet.
  emailVerified: account.emailVerifiedAt === null ? null : true,
  emailVerifiedAt: account.emailVerifiedAt?.toISOString() ?? null,
  dateOfBirth: account.dateOfBirth,
  transactionPinCreated: false,
  bankAccountCreated: false,
  accountDeleted: false,
  isVerifiedUser: account.emailVerifiedAt !== null,
  isAdult: account.isAdult,
  isFirstLogin: true,
  tourCompleted: false,
  fromLAAS: false,
  laasUserAccountFullyActivated: false,
  kyc: {},
  earnings: [],
  dateJoined: account.createdAt.toISOString()
})

const readTag = Schema.decodeUnknownSync(Tag)

export const users: ReadonlyArray<HandledEndpoint> = [
  handle(api.create, function* ({ body }) {
    const account = yield* (yield* Users).create(new Unparsed(body))
    return {
      message: "Account created successfully, an OTP was sent to your e-mail",
      data: { ...user(account, account.emailCodeExpiresAt), dateOfBirth: null }
    }
  }),

  handle(api.verifyOtp, function* ({ body }) {
    const account = yield* (yield* Users).verifyOtp(new Unparsed(body))
    return { message: "E-mail verified successfully", data: user(account, null) }
  }),

  handle(api.resendOtp, function* ({ body }) {
    yield* (yield* Users).resendOtp(new Unparsed(body))
    return { message: "If an unverified account has this e-mail address, a new OTP was sent to it", data: {} }
  }),

  handle(api.forgotPassword, function* ({ body }) {
    yield* (yield* UserResets).forgot(new Unparsed(body))
    return { message: "If a user has this e-mail address, an OTP was sent to it", data: {} }
  }),

  handle(api.resetPassword, function* ({ body }) {
    yield* (yield* UserResets).reset(new Unparsed(body))
    return { message: "Password changed successfully, all consents were revoked", data: {} }
  }),

  handle(api.consents, function* ({ body }) {
    const found = yield* (yield* Consents).list(new Unparsed(body))
    return { message: "Consents returned successfully", data: found.map(api.ConsentAnswer.encode) }
  }),

  handle(api.revokeConsent, function* ({ body }) {
    yield* (yield* Consents).withdraw(new Unparsed(body))
    return { message: "Consent revoked successfully", data: {} }
  }),

  handle(api.erase, function* ({ body }) {
    yield* (yield* UserErasures).erase(new Unparsed(body))
    return { message: "Account erased successfully", data: {} }
  }),

  handle(api.linkTag, function* (request) {
    const links = yield* Links
    const details = yield* MemberDetails
    const { body, eco: ecosystem } = request
    const { partnerId } = request.session
    const write = Effect.gen(function* () {
      const linked = yield* links.link(new Unparsed(body, { partnerId, ecosystem }))
      if (!answersPersonalData(request)) return stored(request, MemberAnswer.encode({ ...linked, ...hidden }))
      const userData = (yield* details.of(partnerId, [linked.id])).get(linked.id) ?? null
      return stored(request, MemberAnswer.encode({ ...linked, userData }))
    })
    // A refusal rolls back the transaction, so its audit entry is written after the rollback.
    const refused = ({ message }: AlreadyLinked | Forbidden) => links.recordRefusal(partnerId, message)
    const answer = yield* once(request, write).pipe(
      Effect.tapErrorTag("AlreadyLinked", refused),
      Effect.tapErrorTag("Forbidden", refused)
    )
    // The stored answer does not contain the tag, so the tag is taken from the request.
    const { createdAt, attributes, userData, ...member } = restored(request, answer)
    const data = { ...member, tag: readTag(body.tag), attributes, userData, createdAt }
    return { message: "User linked successfully", data, replayed: answer.replayed }
  })
]
