// Two partners and four users, from which every table of requests starts.
import type { HandlerOptions } from "../../lib/entries/http.ts"
import { id } from "./pattern.ts"
import { type HttpPartner, openWorld, type World } from "./world.ts"

/** Who orders what the login of `acme` orders. */
export const byAcme = { kind: "person", id, name: "acme@partners.example" }

export interface Cast extends World {
  readonly acme: HttpPartner
  readonly zeta: HttpPartner
  /**
   * Users of the service. With Acme bea has earned 30 coins, cy has earned 10 and transferred 4; dot and eli have
   * none.
   */
  readonly bea: string
  readonly cy: string
  readonly dot: string
  readonly eli: string
  /** Acme's rule "visit", which pays 10 each time. */
  readonly visit: string
  /** Zeta's rule "secret"; Zeta's one member is "zoe". */
  readonly secret: string
}

export const openCast = async (database: string, options: HandlerOptions = {}): Promise<Cast> => {
  const world = await openWorld(database, { http: options })
  const [acme, zeta] = [await world.partner("acme"), await world.partner("zeta")]
  const terms = { maxNumberOfParticipant: "100", condition: "is there" }
  const visit = await acme.rule({ ...terms, name: "visit" })
  const secret = await zeta.rule({ ...terms, name: "secret" })
  await zeta.onboard("zoe")
  const users = {
    bea: await world.user("bea"),
    cy: await world.user("cyd"),
    dot: await world.user("dot"),
    eli: await world.user("eli")
  }
  for (const userId of [users.bea, users.bea, users.bea, users.cy]) await acme.award(userId, "visit")
  await acme.transfer(users.cy, 4)
  return { ...world, acme, zeta, ...users, visit, secret }
}
