import { Effect, Schema } from "effect"
import { Actor } from "../../rewards/Actor.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import type { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"

const findActor = statement({
  input: { partner_id: "uuid", api_key_id: "uuid?" },
  output: Schema.Struct({ actor: Schema.String }),
  sql: `SELECT COALESCE(k.key, l.email, 'partner') AS actor
    FROM input
    LEFT JOIN rewards_login l ON l.partner_id = input.partner_id
    LEFT JOIN rewards_api_key k ON k.partner_id = input.partner_id AND k.id = input.api_key_id`
})

/**
 * The partner's name in the audit trail: the API key if one was used, otherwise the e-mail address. The host has said
 * which (`Actor`), or the caller of this function knows.
 */
export const actorOf = (database: Database["Type"], partnerId: PartnerId, apiKeyId: string | null = null) =>
  Effect.flatMap(Actor, ({ name }) =>
    name !== undefined && apiKeyId === null
      ? Effect.succeed(name)
      : Effect.map(
          database.run(findActor, [{ partner_id: partnerId, api_key_id: apiKeyId }]),
          ([found]) => found?.actor ?? "partner"
        )
  )
