import { Effect } from "effect"
import { MemberDetails } from "../../accounts/details/MemberDetails.ts"
import type { Forbidden } from "../../accounts/Errors.ts"
import { Links } from "../../accounts/links/Links.ts"
import type { User } from "../../accounts/users/User.ts"
import { Users } from "../../accounts/users/Users.ts"
import type { AlreadyLinked } from "../../rewards/Errors.ts"
import { type Authorized, type Incoming, type Operation, untrusted } from "../Operation.ts"
import type { Empty } from "../wire/envelope.ts"
import type { LinkedMember, User as WireUser } from "../wire/users.ts"
import { once } from "./once.ts"

/** The fields that the interface shows and that nothing sets yet. */
const unset = {
  avatar: null,
  emailVerificationCode: null,
  emailCodeExpiresAt: null,
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

const user = (account: User): typeof WireUser.Encoded => ({
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
  // The interface has null and not false for an address that nobody has proved yet.
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

/** The interface shows no date of birth in the answer to a creation, whatever was given. */
export const create: Operation<Incoming, typeof WireUser.Encoded> = Effect.fnUntraced(function* ({ body }) {
  const users = yield* Users
  const account = yield* users.create(untrusted({ ...body }))
  return {
    message: "Account created successfully, an OTP was sent to your e-mail",
    data: { ...user(account), dateOfBirth: null }
  }
})

export const verifyOtp: Operation<Incoming, typeof WireUser.Encoded> = Effect.fnUntraced(function* ({
  body
}) {
  const users = yield* Users
  const account = yield* users.verifyOtp(untrusted({ ...body }))
  return { message: "E-mail verified successfully", data: user(account) }
})

export const resendOtp: Operation<Incoming, typeof Empty.Encoded> = Effect.fnUntraced(function* ({ body }) {
  const users = yield* Users
  yield* users.resendOtp(untrusted({ ...body }))
  return { message: "If this e-mail waits to be verified, a new OTP was sent to it", data: {} }
})

export const linkTag: Operation<Authorized, typeof LinkedMember.Encoded> = Effect.fnUntraced(
  function* (request) {
    const links = yield* Links
    const details = yield* MemberDetails
    const { body, eco: ecosystem } = request
    const { partnerId } = request.session
    const write = Effect.gen(function* () {
      const { linkedId: _, ...linked } = yield* links.link(untrusted({ ...body, partnerId, ecosystem }))
      const records = yield* details.of(partnerId, [linked.id])
      return {
        ...linked,
        userData: records.get(linked.id) ?? null,
        createdAt: linked.createdAt.toISOString()
      }
    })
    // Out here, since inside of the key's transaction a refusal would be forgotten with it.
    const refused = ({ message }: AlreadyLinked | Forbidden) => links.recordRefusal(partnerId, message)
    const { data, replayed } = yield* once("users.linkTag", request, write).pipe(
      Effect.tapErrorTag("AlreadyLinked", refused),
      Effect.tapErrorTag("Forbidden", refused)
    )
    return { message: "User linked successfully", data, replayed }
  }
)
