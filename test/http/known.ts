// What the generated requests of the contract's test can be about, and what they are let in with.
import assert from "node:assert/strict"
import type { Access } from "../../lib/http/access.ts"
import { freshFile } from "../support/files.ts"
import { type Sql, sqlAt } from "../support/sql.ts"
import { type ApiKey, createKey, idIn, onboardPartner, type Partner } from "./people.ts"
import { type Call, openService, post, type Service, withBasic, withBearer } from "./service.ts"

export interface Known {
  readonly service: Service
  /** Runs SQL on its database, for what only a mail tells. */
  readonly sql: Sql
  readonly partner: Partner
  /** One whose sessions may end. */
  readonly other: Partner
  readonly ruleId: string
  readonly ruleName: string
  /** A member of the partner, under the partner's own id. */
  readonly userId: string
  /** A token that a user has allowed the partner. */
  readonly userToken: string | undefined
  readonly key: ApiKey
}

/** The rule of these tests pays enough for every transfer that they can think of. */
export const openKnown = async (): Promise<Known> => {
  const database = `sqlite:${await freshFile()}`
  // Requests of one kind come many times over: whether too often, other tests ask.
  const service = await openService(database, { rateLimits: { public: 0, failures: 0 } })
  const partner = await onboardPartner(service, "contract")
  const rule = { name: "known", coinValue: "1000000", maxNumberOfParticipant: "10", condition: "any" }
  const ruleId = idIn((await service.send(partner.as(post("/laas/rules/create-rule", rule)))).body)
  const [userId, ruleName] = ["known user", "known"]
  await service.send(partner.as(post("/laas/users", { userId })))
  await service.send(partner.as(post("/laas/rules/award", { userId, ruleName })))
  return {
    service,
    sql: sqlAt(database),
    partner,
    other: await onboardPartner(service, "another"),
    ruleId,
    ruleName,
    userId,
    userToken: undefined,
    key: await createKey(service, partner)
  }
}

/** The call with the credentials that an endpoint of this kind asks for. */
export const letIn = (access: Access, call: Call, { key, partner, userToken }: Known): Call => {
  switch (access) {
    case "public":
      return call
    case "partner":
      return partner.as(call)
    case "user":
      return withBearer(call, userToken ?? assert.fail("openKnown makes no user's token yet"))
    case "key":
      return withBasic(call, key.apiKey, key.apiSecret)
  }
}
