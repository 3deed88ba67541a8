import type { UserScope } from "./Authorization.ts"

/**
 * An SQL condition: the user has a grant for the partner that is not revoked and covers the scope. `partner` and `user`
 * are SQL expressions. One look-up for each row: for EXISTS PostgreSQL may read the grants of all users first.
 */
export const covers = (partner: string, user: string, scope: UserScope): string =>
  `(SELECT 1 FROM rewards_grant g WHERE g.partner_id = ${partner} AND g.user_id = ${user}
    AND g.revoked_at IS NULL AND (' ' || g.scopes || ' ') LIKE '% ${scope} %' LIMIT 1) IS NOT NULL`
