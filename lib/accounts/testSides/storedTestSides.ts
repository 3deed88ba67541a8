import { statement } from "../../sql/Statement.ts"
import { testSides } from "../tables.ts"

/** Finds the test side of a live partner, unless it is retired. */
export const findTestSide = statement({
  onCoordinator: true,
  input: { liveId: "uuid" },
  output: testSides.row("partnerId", "createdAt"),
  sql: `SELECT ${testSides.list("t", "partnerId", "createdAt")} FROM input CROSS JOIN rewards_test_side t
    WHERE t.live_id = input.live_id AND t.retired_at IS NULL`
})

/** Finds the live partner of a test side, unless the test side is retired. */
export const findLiveSide = statement({
  onCoordinator: true,
  input: { partnerId: "uuid" },
  output: testSides.row("liveId"),
  sql: `SELECT t.live_id FROM input CROSS JOIN rewards_test_side t
    WHERE t.partner_id = input.partner_id AND t.retired_at IS NULL`
})
