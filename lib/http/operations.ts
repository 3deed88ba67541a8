import type { Authorized, Incoming, Operation } from "./Operation.ts"
import * as boards from "./operations/boards.ts"
import * as coins from "./operations/coins.ts"
import * as identity from "./operations/identity.ts"
import * as rules from "./operations/rules.ts"

/** Who may call an operation decides what it gets: an operation of the second kind cannot run without a session. */
export type Implementation =
  | { readonly access: "public"; readonly run: Operation<Incoming, unknown> }
  | { readonly access: "partner"; readonly run: Operation<Authorized, unknown> }

const open = (run: Operation<Incoming, unknown>): Implementation => ({ access: "public", run })
const partner = (run: Operation<Authorized, unknown>): Implementation => ({ access: "partner", run })

/** The operations, by group and endpoint of the contract. */
export const operations: Readonly<Record<string, Implementation>> = {
  "partners.onboard": open(identity.onboardPartner),
  "partners.login": open(identity.login),
  "users.create": open(identity.createUser),
  "members.onboard": partner(identity.onboardMember),
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
