/** What the wing offers to the SQL of other wings. The argument is an SQL expression. */

/** The id of a partner's newest event; NULL when there was none. */
export const lastEvent = (partner: string): string =>
  `(SELECT f.last_event FROM rewards_feed f WHERE f.partner_id = ${partner})`
