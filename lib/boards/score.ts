/** The later of two moments: a score's moment never goes back, whatever the clocks of several processes say. */
export const later = (one: string, other: string): string =>
  `CASE WHEN ${one} > ${other} THEN ${one} ELSE ${other} END`

/** Adds what the relation `gained` holds to the scores. */
export const addScores = (gained: string): string =>
  `INSERT INTO rewards_score (partner_id, board, member_id, score, reached_ms)
  SELECT partner_id, board, member_id, score, reached_ms FROM ${gained} WHERE true
  ON CONFLICT (partner_id, member_id, board) DO UPDATE
  SET score = rewards_score.score + excluded.score,
    reached_ms = ${later("excluded.reached_ms", "rewards_score.reached_ms")}`
