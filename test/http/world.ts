// What every table finds: a service with two partners, Acme and Zeta, and four users, two of whom Acme has awarded.
import type { HandlerOptions } from "../../lib/http.ts"
import { type Sql, sqlAt } from "../support/sql.ts"
import { createUser, idIn, onboardPartner, type Partner } from "./people.ts"
import { openService, post, type Service } from "./service.ts"

export interface World {
  readonly service: Service
  /** Runs SQL on its database. */
  readonly sql: Sql
  readonly acme: Partner
  readonly zeta: Partner
  /** Users of the service: bea has earned 30 coins with Acme, cy 10 and gave 4 back; dot and eli have nothing yet. */
  readonly bea: string
  readonly cy: string
  readonly dot: string
  readonly eli: string
  /** Acme's rule "visit", which pays 10 each time. */
  readonly visit: string
  /** Zeta's rule "secret", and its member "zoe". */
  readonly secret: string
}

export const openWorld = async (database: string, options: HandlerOptions = {}): Promise<World> => {
  const service = await openService(database, options)
  const [acme, zeta] = [await onboardPartner(service, "acme"), await onboardPartner(service, "zeta")]
  const rule = (name: string) =>
    post("/laas/rules/create-rule", {
      name,
      coinValue: "10",
      maxNumberOfParticipant: "100",
      condition: "is there"
    })
  const visit = idIn((await service.send(acme.as(rule("visit")))).body)
  const secret = idIn((await service.send(zeta.as(rule("secret")))).body)
  await service.send(zeta.as(post("/laas/users", { userId: "zoe" })))
  const users = {
    bea: await createUser(service, "bea"),
    cy: await createUser(service, "cyd"),
    dot: await createUser(service, "dot"),
    eli: await createUser(service, "eli")
  }
  for (const userId of [users.bea, users.bea, users.bea, users.cy]) {
    await service.send(acme.as(post("/laas/rules/award", { userId, ruleName: "visit" })))
  }
  await service.send(acme.as(post("/laas/coins/transfer-from-user-wallet", { userId: users.cy, coins: 4 })))
  return { service, sql: sqlAt(database), acme, zeta, ...users, visit, secret }
}
