import { Effect } from "effect"
import { Actor } from "../../rewards/Actor.ts"
import { Forbidden } from "../Errors.ts"
import { type Role, scopesOf } from "./Role.ts"

/**
 * Returns the person who makes the call; undefined if the caller is not a person. `all` are the partner's people, whose rows the
 * transaction has locked. The person's role may have changed since the token was checked. If the person may no longer manage people, fails
 * with `reason`.
 */
export const callerAmong = Effect.fnUntraced(function* <
  P extends { readonly id: string; readonly role: Role }
>(all: ReadonlyArray<P>, reason: string) {
  const actor = yield* Actor
  if (actor?.kind !== "person") return undefined
  const caller = all.find(({ id }) => id === actor.id)
  return caller !== undefined && scopesOf[caller.role].includes("staff")
    ? caller
    : yield* new Forbidden({ reason })
})
