import { sideVersions } from "../rewards/sql.ts"

/**
 * Whether transfers of the partner are not on its boards yet. An account's mark is never past its version, so the sums are
 * equal only where all of them are.
 */
export const isPending = (partner: string): string =>
  `(SELECT COALESCE(SUM(v.version), 0) FROM (${sideVersions(partner)}) AS v)
     <> (SELECT COALESCE(SUM(f.version), 0) FROM rewards_fold f WHERE f.partner_id = ${partner})`
