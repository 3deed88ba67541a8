import { get, withBearer } from "../../support/calls.ts"
import type { Cast } from "../../support/cast.ts"
import type { HttpPartner } from "../../support/world.ts"

/** A partner that only one suite knows, made when it is first needed: what is done to it disturbs nobody else. */
export const own = (name: string): ((world: Cast) => Promise<HttpPartner>) => {
  const made = new WeakMap<Cast, Promise<HttpPartner>>()
  return (world) => {
    const partner = made.get(world) ?? world.partner(name)
    made.set(world, partner)
    return partner
  }
}

/** Whether a token still opens anything. */
export const isAlive = async ({ send }: Cast, token: string): Promise<boolean> => {
  const { status } = await send(withBearer(get("/laas/rules?limit=1"), token))
  return status !== 401
}
