import type { Authorized, AuthorizedAny, AuthorizedUser, Incoming, Operation, WithKey } from "./Operation.ts"
import * as boards from "./operations/boards.ts"
import * as coins from "./operations/coins.ts"
import * as members from "./operations/members.ts"
import * as partners from "./operations/partners.ts"
import * as rules from "./operations/rules.ts"
import * as users from "./operations/users.ts"

/** Who may call an operation decides what it gets: one that needs a session cannot run without it. */
export type Implementation =
  | { readonly access: "public"; readonly run: Operation<Incoming, unknown> }
  | { readonly access: "partner"; readonly run: Operation<Authorized, unknown> }
  | { readonly access: "user"; readonly run: Operation<AuthorizedUser, unknown> }
  | { readonly access: "any"; readonly run: Operation<AuthorizedAny, unknown> }
  | { readonly access: "key"; readonly run: Operation<WithKey, unknown> }
export type Access = Implementation["access"]

const open = (run: Operation<Incoming, unknown>): Implementation => ({ access: "public", run })
const partner = (run: Operation<Authorized, unknown>): Implementation => ({ access: "partner", run })

/** The operations, by group and endpoint of the contract. */
export const operations: Readonly<Record<string, Implementation>> = {
  "partners.onboard": open(partners.onboard),
  "partners.login": open(partners.login),
  "users.create": open(users.create),
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
