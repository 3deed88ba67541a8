import { numericPassword, userBody } from "../../support/bodies.ts"
import { post } from "../../support/calls.ts"
import { containing, id, instant, type Pattern } from "../../support/pattern.ts"
import { badRequest, missing, refused, row, success, type Table } from "../../support/table.ts"

const create = (change: object = {}) => post("/user", { ...userBody, ...change })
const without = (field: string) => create({ [field]: undefined })

const account = (change: Readonly<Record<string, Pattern>> = {}) =>
  success(201, "Account created successfully, an OTP was sent to your e-mail", {
    id,
    fullname: "ada lovelace",
    tag: "ada",
    email: "ada@example.org",
    phone: "08012345678",
    referralCode: "ada",
    countryCode: "+234",
    type: "user",
    status: "active",
    avatar: null,
    emailVerified: null,
    emailVerificationCode: null,
    emailCodeExpiresAt: instant,
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
    accountLinkingData: null,
    transactionPinCreated: false,
    bankAccountCreated: false,
    accountDeleted: false,
    isVerifiedUser: false,
    isAdult: true,
    isFirstLogin: true,
    tourCompleted: false,
    fromLAAS: false,
    laasUserAccountFullyActivated: false,
    kyc: {},
    earnings: [],
    dateJoined: instant,
    ...change
  })

const other = { tag: "Ada_2.x-", email: "Ada.2@example.org" }
const optional = { isAdult: undefined, dateOfBirth: undefined, phone: "+234 (0)801-234-5679" }

/** Section 6 of the interface. */
export const users = (table: Table): void =>
  table("POST /user", [
    row("every field", () => create(), account()),
    row(
      "the required fields; a tag in mixed case, a phone with its country code",
      () => create({ ...other, ...optional }),
      account({
        tag: "ada_2.x-",
        referralCode: "ada_2.x-",
        email: "Ada.2@example.org",
        isAdult: false,
        phone: "08012345679"
      })
    ),
    row("without email", () => without("email"), missing("email")),
    row("without fullname", () => without("fullname"), missing("fullname")),
    row("without password", () => without("password"), {
      ...badRequest("password is required; confirmPassword must equal password")
    }),
    row("without confirmPassword", () => without("confirmPassword"), missing("confirmPassword")),
    row("without phone", () => without("phone"), missing("phone")),
    row(
      "a phone as a number",
      () => create({ phone: 8012345678 }),
      badRequest('phone must be text with 4 to 15 digits, such as "0801 234 5678", got 8012345678')
    ),
    row("without tag", () => without("tag"), missing("tag")),
    row("without countryCode", () => without("countryCode"), missing("countryCode")),
    row(
      "a tag that is taken",
      () => create({ email: "new@example.org", tag: "ADA" }),
      refused("", "tag ada is already taken")
    ),
    row(
      "an e-mail that is taken, in another case",
      () => create({ email: "ADA@example.org", tag: "new" }),
      refused("email_taken", "email ADA@example.org is already taken")
    ),
    row(
      "a name that changes the direction of the text after it",
      () => create({ fullname: "Ada \u202eLovelace" }),
      badRequest("fullname must have only visible characters: remove U+202E")
    ),
    row(
      "a password of 7",
      () => create({ password: "1234567", confirmPassword: "1234567" }),
      badRequest("password must have 8 to 200 characters")
    ),
    row(
      "one that is not text",
      () => create({ password: numericPassword, confirmPassword: numericPassword }),
      badRequest(containing("password must be", "confirmPassword must be"))
    ),
    row(
      "a confirmation that differs",
      () => create({ confirmPassword: "something else" }),
      badRequest("confirmPassword must equal password")
    ),
    row(
      "every field malformed: all of them are named",
      () =>
        create({
          email: "nobody",
          fullname: " ",
          phone: "123",
          tag: "a b",
          countryCode: "234",
          isAdult: "yes",
          dateOfBirth: "1990-02-31"
        }),
      badRequest(
        containing(
          'email must be an e-mail address, got "nobody"',
          'fullname must be text of 1 to 200 characters, got " "',
          'phone must have 4 to 15 digits, got "123"',
          'tag must be 3 to 32 of the characters a-z 0-9 _ . -, got "a b"',
          'countryCode must be a country code with a leading +, such as +234, got "234"',
          'isAdult must be true or false, got "yes"',
          'dateOfBirth must be a date, as in 1990-12-31, got "1990-02-31"'
        )
      )
    )
  ])
