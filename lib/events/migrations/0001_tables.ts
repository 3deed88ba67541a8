import type { Dialect } from "../../sql/Dialect.ts"

/**
 * The feed of each partner that ever had a subscriber, and its events. The row of a feed is the lock under which events get
 * their ids. Only a transaction that holds it writes events, so they need no foreign key, which would be a query for each row.
 */
export const tables = (dialect: Dialect): ReadonlyArray<string> => {
  const { uuid, text, small, instant } = dialect.types
  const often = dialect.tableOptions({ updatedOften: true })
  const once = dialect.tableOptions({ updatedOften: false })
  // SQLite keeps such a table in its primary key alone.
  const clustered = (options: string) => (dialect.name === "sqlite" ? `${options}, WITHOUT ROWID` : options)
  return [
    `CREATE TABLE rewards_feed (
      partner_id ${uuid} NOT NULL PRIMARY KEY REFERENCES rewards_partner (id),
      last_event ${uuid},
      read_at ${instant},
      subscriptions ${small} NOT NULL,
      CONSTRAINT rewards_feed_subscriptions CHECK (subscriptions >= 0)
    )${clustered(often)}`,

    `CREATE TABLE rewards_event (
      partner_id ${uuid} NOT NULL,
      id ${uuid} NOT NULL,
      type ${text} NOT NULL,
      created_at ${instant} NOT NULL,
      request_id ${text},
      data ${text} NOT NULL,
      PRIMARY KEY (partner_id, id)
    )${clustered(once)}`
  ]
}
