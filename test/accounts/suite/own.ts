import { onboardPartner, type Partner } from "../../http/people.ts"
import { get, withBearer } from "../../http/service.ts"
import type { World } from "../../http/world.ts"

/** A partner that only one suite knows, made when it is first needed: what is done to it disturbs nobody else. */
export const own = (name: string): ((world: World) => Promise<Partner>) => {
  const made = new WeakMap<World, Promise<Partner>>()
  return (world) => {
    const partner = made.get(world) ?? onboardPartner(world.service, name)
    made.set(world, partner)
    return partner
  }
}

/** Whether a token still opens anything. */
export const isAlive = async ({ service }: World, token: string): Promise<boolean> => {
  const { status } = await service.send(withBearer(get("/laas/rules?limit=1"), token))
  return status !== 401
}
