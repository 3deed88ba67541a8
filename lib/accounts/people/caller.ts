import { Effect } from "effect"
import { Actor } from "../../rewards/Actor.ts"
import { Forbidden } from "../Errors.ts"
import { type Role, scopesOf } from "./Role.ts"

/**
 * The person who makes the call; undefined if the caller is not a person. `all` are the people of the partner, which the transaction has
 * locked. Fails with the reason if this person may not manage people, because the role may have changed since the token was checked.
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
