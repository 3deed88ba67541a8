import { Effect, Schema } from "effect"
import { partnerName } from "../../../rewards/sql.ts"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import { statement } from "../../../sql/Statement.ts"
import { applications } from "../../tables.ts"
import { Client } from "../Authorization.ts"

/** Finds the client only under its partner's own ecosystem. */
const findClient = statement({
  input: { clientId: "text", ecosystem: "text" },
  output: Schema.Struct({
    ...Client.fields,
    partnerId: applications.fields.partnerId,
    applicationId: applications.fields.id
  }),
  sql: `SELECT a.id AS application_id, a.name AS application_name, ${partnerName("a.partner_id")} AS partner_name,
      ${applications.list("a", "partnerId", "clientId", "redirectUrl", "webRedirectUrl", "mobileRedirectUrl")}
    FROM input CROSS JOIN rewards_application a
    JOIN rewards_login l ON l.partner_id = a.partner_id
    WHERE a.client_id = input.client_id AND l.ecosystem = input.ecosystem`
})

const clientIdForm = /^[0-9a-f]{64}$/

/**
 * The client's name in the audit trail. Text that is not a clientId is not recorded, since it may be a misplaced
 * secret.
 */
export const clientActor = (id: unknown): string =>
  typeof id === "string" && clientIdForm.test(id) ? id : "not a client"

/** Finds the client if its partner is registered in this ecosystem. */
export const clientOf = (
  database: Database["Type"],
  ecosystem: string,
  clientId: string
): Effect.Effect<Client | undefined, DatabaseFailure> =>
  clientIdForm.test(clientId)
    ? Effect.map(database.run(findClient, [{ clientId, ecosystem }]), ([client]) => client)
    : Effect.succeed(undefined)
