import type { User } from "../../accounts/users/User.ts"
import type { User as WireUser } from "./api.ts"

/** Fields of the interface that nothing sets yet. */
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

/** An account in the form of the interface. */
export const user = (account: User): typeof WireUser.Encoded => ({
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
  // The interface has null, not false, for an address that is not verified yet.
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
