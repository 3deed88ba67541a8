import { get, withBearer } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import type { HttpPartner } from "../../support/world.ts"

/**
 * A partner that only one suite uses, created when it is first needed, so that changes to it do not affect other
 * suites.
 */
export const own = (name: string): ((world: Cast) => Promise<HttpPartner>) => {
  const made = new WeakMap<Cast, Promise<HttpPartner>>()
  return (world) => {
    const partner = made.get(world) ?? world.partner(name)
    made.set(world, partner)
    return partner
  }
}

/** Whether the service still accepts a token. */
export const isAlive = async ({ send }: Cast, token: string): Promise<boolean> => {
  const { status } = await send(withBearer(get("/laas/rules?limit=1"), token))
  return status !== 401
}
