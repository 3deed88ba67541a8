import { check } from "../rewards/verification/Check.ts"

/** Ids are given above the newest event, so an event above it would be skipped by its readers. */
export const checks = [
  check(
    "no event is above the newest of its feed",
    ({
      idText
    }) => `SELECT f.partner_id, 'feed' AS subject, COALESCE(${idText("f.last_event")}, 'none') AS kept,
       ${idText("e.id")} AS found
     FROM rewards_feed f CROSS JOIN rewards_event e
     WHERE e.partner_id = f.partner_id AND (f.last_event IS NULL OR e.id > f.last_event)`
  )
]
