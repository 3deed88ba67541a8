import type { Dialect } from "../../sql/Dialect.ts"

/** Webhooks, and what became of each event at each of them. */
export const webhookTables = (dialect: Dialect): ReadonlyArray<string> => {
  const { uuid, text, small, instant } = dialect.types
  const busy = dialect.tableOptions({ updatedOften: true })
  return [
    // The secrets sign, so they are stored as they are. `last_event` is the newest event whose deliveries are written. `due_at`
    // says when a sender has to look at the webhook; while one has leased it, when the lease ends.
    `CREATE TABLE rewards_webhook (
      created_at ${instant} NOT NULL,
      updated_at ${instant} NOT NULL,
      previous_until ${instant},
      failing_since ${instant},
      held_until ${instant},
      due_at ${instant},
      partner_id ${uuid} NOT NULL REFERENCES rewards_partner (id),
      id ${uuid} NOT NULL,
      last_event ${uuid},
      leased_by ${uuid},
      url ${text} NOT NULL,
      types ${text} NOT NULL,
      description ${text},
      secret ${text} NOT NULL,
      previous_secret ${text},
      status ${text} NOT NULL,
      paused_reason ${text},
      PRIMARY KEY (partner_id, id),
      CONSTRAINT rewards_webhook_status CHECK (status IN ('active', 'paused', 'removed')),
      CONSTRAINT rewards_webhook_reason CHECK ((status = 'paused') = (paused_reason IS NOT NULL)),
      CONSTRAINT rewards_webhook_rotation CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
    )${busy}`,
    "CREATE INDEX rewards_webhook_due ON rewards_webhook (due_at) WHERE due_at IS NOT NULL",

    // No foreign key to the webhook, which would be a query for each row: only the sender that has leased a webhook writes its
    // deliveries, and a webhook that is removed goes after its last delivery.
    `CREATE TABLE rewards_delivery (
      created_at ${instant} NOT NULL,
      due_at ${instant},
      attempted_at ${instant},
      delivered_at ${instant},
      attempts ${small} NOT NULL DEFAULT 0,
      status ${small},
      duration ${small},
      partner_id ${uuid} NOT NULL,
      webhook_id ${uuid} NOT NULL,
      event_id ${uuid} NOT NULL,
      type ${text} NOT NULL,
      state ${text} NOT NULL DEFAULT 'pending',
      answer ${text},
      error ${text},
      PRIMARY KEY (partner_id, webhook_id, event_id),
      CONSTRAINT rewards_delivery_state CHECK (state IN ('pending', 'delivered', 'failed')),
      CONSTRAINT rewards_delivery_due CHECK ((state = 'pending') = (due_at IS NOT NULL)),
      CONSTRAINT rewards_delivery_done CHECK (state <> 'delivered' OR delivered_at IS NOT NULL)
    )${busy}`,
    `CREATE INDEX rewards_delivery_next ON rewards_delivery (partner_id, webhook_id, due_at)
      WHERE due_at IS NOT NULL`,
    `CREATE INDEX rewards_delivery_failed ON rewards_delivery (partner_id, webhook_id, event_id)
      WHERE state = 'failed'`
  ]
}
