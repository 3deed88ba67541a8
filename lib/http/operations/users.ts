import { Effect } from "effect"
import type { User } from "../../domain/User.ts"
import { Users } from "../../services/Users.ts"
import { type Incoming, type Operation, untrusted } from "../Operation.ts"
import type { User as WireUser } from "../wire/users.ts"

/** The fields that the interface shows and that nothing sets yet. */
const unset = {
  avatar: null,
  emailVerified: null,
  emailVerificationCode: null,
  emailCodeExpiresAt: null,
  emailVerifiedAt: null,
  referred: null,
  interest: null,
  dateOfBirth: null,
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
  transactionPinCreated: false,
  bankAccountCreated: false,
  accountDeleted: false,
  isVerifiedUser: false,
  isAdult: account.isAdult,
  isFirstLogin: true,
  tourCompleted: false,
  fromLAAS: false,
  laasUserAccountFullyActivated: false,
  kyc: {},
  earnings: [],
  dateJoined: account.createdAt.toISOString()
})

export const create: Operation<Incoming, typeof WireUser.Encoded> = Effect.fnUntraced(function* ({ body }) {
  const users = yield* Users
  const account = yield* users.create(untrusted({ ...body }))
  return { message: "Account created successfully, an OTP was sent to your e-mail", data: user(account) }
})
