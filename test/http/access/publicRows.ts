// Endpoints that anyone may call. Where a secret in the request decides, the row says how it is had and how it goes bad.
import { randomBytes } from "node:crypto"
import { resetToken, wrongCodes } from "../../accounts/suite/codes.ts"
import { forgetfulUser, leavingUser, unverified } from "../../accounts/suite/prepared.ts"
import { partnerBody, password, userBody, userPassword } from "../../support/bodies.ts"
import { type Call, get } from "../../support/calls.ts"
import { cookieIn, hiddenFields } from "../../support/oauth.ts"
import { invite } from "../../support/staff.ts"
import type { Fields } from "../callOf.ts"
import { type House, newCode, newTokens, word } from "./house.ts"

export interface Secret {
  readonly field: string
  /** The same request with a secret of somebody else. */
  readonly others: (house: House, own: Fields) => unknown
  /** Milliseconds after which it is refused. */
  readonly lifetime?: number
  /** It is refused when it is used again. */
  readonly once?: true
}

export interface PublicRow {
  /** The fields of a request that is accepted. */
  readonly fields: (house: House) => Fields | Promise<Fields>
  /** Without it, the request is accepted from anyone. */
  readonly secret?: Secret
  readonly headers?: (fields: Fields) => Call["headers"]
  /** A partner's own access token may come with the request; any other is refused. */
  readonly authenticates?: true
  /** Shows by its purpose which application asks. */
  readonly showsApplication?: true
}

const minute = 60_000
const fresh = () => randomBytes(8).toString("hex")
const wrongCode: Secret["others"] = (_, { otp }) => wrongCodes(String(otp), 1)[0]
const guessed: Secret = { field: "password", others: () => `not ${userPassword}` }
const passwords = { password, confirmPassword: password }
const userPasswords = { password: userPassword, confirmPassword: userPassword }
const ownUser = ({ owner }: House) => ({ tag: owner.user.tag, password: userPassword })

const asked = ({ owner }: House) => ({
  response_type: "code",
  client_id: owner.clientId,
  redirect_uri: owner.redirectUrl,
  scope: "profile",
  code_challenge: "a".repeat(43),
  code_challenge_method: "S256"
})

const invited = async (house: House): Promise<string> => {
  const email = `${word(house.owner.mark)}@things.example`
  return (await invite(house, await house.owner.again(), email, "viewer")).token
}

const invitation: Secret = {
  field: "token",
  others: () => randomBytes(32).toString("base64url"),
  lifetime: 7 * 24 * 60 * minute
}

/** The cookie of the page that was shown goes along with its form. */
const cookies = new WeakMap<Fields, string>()

export const publicRows: Readonly<Record<string, PublicRow>> = {
  "partners.onboard": { fields: () => ({ ...partnerBody, email: `${fresh()}@partners.example` }) },
  "partners.login": {
    fields: ({ owner }) => ({ email: owner.email, password }),
    secret: { field: "password", others: () => `not ${password}` }
  },
  "partners.forgotPassword": { fields: ({ owner }) => ({ email: owner.email }) },
  "partners.resetForm": { fields: async (house) => ({ token: await resetToken(house, house.owner.email) }) },
  "partners.resetPassword": {
    fields: async (house) => ({ token: await resetToken(house, house.owner.email), ...passwords }),
    secret: {
      field: "token",
      others: () => randomBytes(32).toString("base64url"),
      lifetime: 60 * minute,
      once: true
    }
  },
  "people.acceptForm": {
    fields: async (house) => ({ token: await invited(house) }),
    secret: invitation
  },
  "people.accept": {
    fields: async (house) => ({ token: await invited(house), ...passwords }),
    secret: { ...invitation, once: true }
  },
  "users.create": {
    fields: () => ({ ...userBody, tag: fresh(), email: `${fresh()}@example.org` })
  },
  "users.verifyOtp": {
    fields: (house) => unverified(house),
    secret: { field: "otp", others: wrongCode, lifetime: 10 * minute, once: true }
  },
  "users.resendOtp": { fields: ({ owner }) => ({ email: owner.user.email }) },
  "users.forgotPassword": { fields: ({ owner }) => ({ email: owner.user.email }) },
  "users.resetPassword": {
    fields: async (house) => ({ ...(await forgetfulUser(house)), ...userPasswords }),
    secret: { field: "otp", others: wrongCode, lifetime: 60 * minute, once: true }
  },
  "users.consents": { fields: ownUser, secret: guessed },
  "users.revokeConsent": {
    fields: (house) => ({ ...ownUser(house), clientId: house.owner.clientId }),
    secret: guessed
  },
  "users.erase": { fields: leavingUser, secret: guessed },
  "authorization.page": { fields: asked, showsApplication: true },
  "authorization.submit": {
    fields: async (house) => {
      const { headers, text } = await house.send(
        get(`/shop/users/authorization?${new URLSearchParams(asked(house))}`)
      )
      const fields: Fields = { ...hiddenFields(text), ...ownUser(house), decision: "allow" }
      cookies.set(fields, cookieIn(headers))
      return fields
    },
    headers: (fields) => ({ cookie: cookies.get(fields) ?? "" }),
    secret: guessed,
    showsApplication: true
  },
  "authorization.code": {
    fields: (house) => ({ ...ownUser(house), clientId: house.owner.clientId }),
    secret: guessed
  },
  "authorization.token": {
    fields: async (house) => ({ grantType: "authorization_code", ...(await newCode(house, house.owner)) }),
    secret: {
      field: "code",
      others: async (house) => (await newCode(house, house.stranger)).code,
      lifetime: minute,
      once: true
    },
    authenticates: true
  },
  "authorization.revoke": {
    fields: async (house) => ({
      clientId: house.owner.clientId,
      token: (await newTokens(house, house.owner)).refreshToken
    })
  },
  "authorization.metadata": { fields: () => ({}) }
}
