import { Context, Effect, Schema } from "effect"
import { Actor } from "../../rewards/Actor.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import type { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"

/**
 * The network address of the caller, if the host provides it. The HTTP layer sets it once, and the audit trail reads
 * it, so that no function in between has to pass it on. The address is computed only when it is read.
 */
export class Caller extends Context.Reference<Caller>()("rewards/Caller", {
  defaultValue: (): { readonly address: () => string | undefined } => ({ address: () => undefined })
}) {}

const findActor = statement({
  input: { partnerId: "uuid", apiKeyId: "uuid?" },
  output: Schema.Struct({ actor: Schema.String }),
  sql: `SELECT COALESCE(k.key, l.email, 'partner') AS actor
    FROM input
    LEFT JOIN rewards_login l ON l.partner_id = input.partner_id
    LEFT JOIN rewards_api_key k ON k.partner_id = input.partner_id AND k.id = input.api_key_id`
})

/**
 * The partner's name in the audit trail: the API key if one was used, otherwise the e-mail address. The host provides it as `Actor`;
 * `apiKeyId` overrides it.
 */
export const actorOf = (database: Database["Type"], partnerId: PartnerId, apiKeyId: string | null = null) =>
  Effect.flatMap(Actor, ({ name }) =>
    name !== undefined && apiKeyId === null
      ? Effect.succeed(name)
      : Effect.map(database.run(findActor, [{ partnerId, apiKeyId }]), ([found]) => found?.actor ?? "partner")
  )
