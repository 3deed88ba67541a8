// The entities that generated requests refer to, and their credentials.
import assert from "node:assert/strict"
import type { Access } from "../../lib/http/access.ts"
import { type Call, withBasic, withBearer } from "../support/calls.ts"
import { type ApiKey, type HttpPartner, openWorld, type World } from "../support/world.ts"

export interface Known extends World {
  readonly one: HttpPartner
  /** A partner whose sessions may end. */
  readonly other: HttpPartner
  readonly ruleId: string
  readonly ruleName: string
  /** A member of `one`, under the partner's own id. */
  readonly userId: string
  /** An access token of a user for `one`. */
  readonly userToken: string | undefined
  readonly key: ApiKey
}

/** The rule pays enough coins for every generated transfer. */
export const openKnown = async (): Promise<Known> => {
  // Rate limits are off, because requests repeat often. The limits have their own tests.
  const world = await openWorld("sqlite::memory:", { http: { rateLimits: { public: 0, failures: 0 } } })
  const one = await world.partner("contract")
  const [userId, ruleName] = ["known user", "known"]
  const ruleId = await one.rule({ name: ruleName, coinValue: "1000000", maxNumberOfParticipant: "10" })
  await one.onboard(userId)
  await one.award(userId, ruleName)
  const other = await world.partner("another")
  return { ...world, one, other, ruleId, ruleName, userId, userToken: undefined, key: await one.key() }
}

/** Adds the credentials that an endpoint of this kind requires. */
export const letIn = (access: Access, call: Call, { key, one, userToken }: Known): Call => {
  switch (access) {
    case "public":
      return call
    case "partner":
      return one.as(call)
    case "user":
      return withBearer(call, userToken ?? assert.fail("openKnown makes no user's token yet"))
    case "key":
      return withBasic(call, key.apiKey, key.apiSecret)
  }
}
