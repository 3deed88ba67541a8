import { Effect } from "effect"
import type { Database } from "../../../sql/Database.ts"
import type { DatabaseFailure } from "../../../sql/Failure.ts"
import type { Audit, AuditEvent } from "../../audit/Audit.ts"
import { GrantRefused } from "../../Errors.ts"
import type { Client } from "../Authorization.ts"
import { findClient } from "./statements.ts"

const clientId = /^[0-9a-f]{64}$/

/**
 * The client's name in the audit trail. Text that is not a clientId is not recorded, since it may be a misplaced
 * secret.
 */
export const clientActor = (id: unknown): string =>
  typeof id === "string" && clientId.test(id) ? id : "not a client"

/** Finds the client if its partner is registered in this ecosystem. */
export const clientOf = (
  database: Database["Type"],
  ecosystem: string,
  id: string
): Effect.Effect<Client | undefined, DatabaseFailure> =>
  clientId.test(id)
    ? Effect.map(database.run(findClient, [{ client_id: id, ecosystem }]), ([client]) => client)
    : Effect.succeed(undefined)

/** Like `clientOf`, for requests without a user: an unknown client is refused and recorded. */
export const clientOrRefuse = (
  database: Database["Type"],
  audit: Audit["Type"],
  action: AuditEvent["action"],
  input: { readonly ecosystem: string; readonly clientId: string }
) =>
  Effect.gen(function* () {
    const client = yield* clientOf(database, input.ecosystem, input.clientId)
    if (client !== undefined) return client
    const reason = "the client is unknown: use the clientId that onboarding answered, in its own ecosystem"
    yield* audit.record({ action, outcome: "refused", actor: clientActor(input.clientId), detail: reason })
    return yield* new GrantRefused({ code: "invalid_client", reason })
  })
