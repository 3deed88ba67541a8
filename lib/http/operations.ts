import type { Authorized, AuthorizedUser, Incoming, Operation, WithKey } from "./Operation.ts"
import * as authorization from "./operations/authorization.ts"
import * as boards from "./operations/boards.ts"
import * as coins from "./operations/coins.ts"
import * as iam from "./operations/iam.ts"
import * as members from "./operations/members.ts"
import * as partners from "./operations/partners.ts"
import * as rules from "./operations/rules.ts"
import * as users from "./operations/users.ts"

/** Who may call an operation decides what it gets: one that needs a session cannot run without it. */
export type Implementation =
  | { readonly access: "public"; readonly run: Operation<Incoming, unknown> }
  | { readonly access: "partner"; readonly run: Operation<Authorized, unknown> }
  | { readonly access: "user"; readonly run: Operation<AuthorizedUser, unknown> }
  | { readonly access: "key"; readonly run: Operation<WithKey, unknown> }
export type Access = Implementation["access"]

const open = (run: Operation<Incoming, unknown>): Implementation => ({ access: "public", run })
const partner = (run: Operation<Authorized, unknown>): Implementation => ({ access: "partner", run })

/** The operations, by group and endpoint of the contract. */
export const operations: Readonly<Record<string, Implementation>> = {
  "partners.onboard": open(partners.onboard),
  "partners.update": partner(partners.update),
  "partners.login": open(partners.login),
  "partners.forgotPassword": open(partners.forgotPassword),
  "partners.resetForm": open(partners.resetForm),
  "partners.resetPassword": open(partners.resetPassword),
  "iam.login": { access: "key", run: iam.login },
  "iam.logout": partner(iam.logout),
  "iam.logoutAll": partner(iam.logoutAll),
  "iam.listApiKeys": partner(iam.listApiKeys),
  "iam.createApiKey": partner(iam.createApiKey),
  "iam.revokeApiKey": partner(iam.revokeApiKey),
  "iam.audit": partner(iam.audit),
  "users.create": open(users.create),
  "users.verifyOtp": open(users.verifyOtp),
  "users.resendOtp": open(users.resendOtp),
  "users.linkTag": partner(users.linkTag),
  "authorization.page": open(authorization.page),
  "authorization.submit": open(authorization.submit),
  "authorization.code": open(authorization.code),
  "authorization.token": open(authorization.token),
  "authorization.revoke": open(authorization.revoke),
  "authorization.me": { access: "user", run: authorization.me },
  "authorization.metadata": open(authorization.metadata),
  "members.onboard": partner(members.onboard),
  "rules.create": partner(rules.create),
  "rules.update": partner(rules.update),
  "rules.list": partner(rules.list),
  "rules.award": partner(rules.award),
  "rules.awardMany": partner(rules.awardMany),
  "rules.awards": partner(rules.awards),
  "boards.points": partner(boards.points),
  "boards.coins": partner(boards.coins),
  "coins.transfer": partner(coins.transfer),
  "coins.wallet": partner(coins.wallet),
  "coins.transactions": partner(coins.transactions)
}
