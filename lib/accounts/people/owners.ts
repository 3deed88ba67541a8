import { statement } from "../../sql/Statement.ts"
import { people } from "../tables.ts"

const columns = ["id", "ecosystem", "email", "passwordHash"] as const

/**
 * The owners of a partner who can log in, the first one first. The partner's mails go to all of them. Where one e-mail address stands
 * for the partner, it is that of the first owner.
 */
export const findOwners = statement({
  onCoordinator: true,
  input: { partnerId: "uuid" },
  output: people.row(...columns),
  sql: `SELECT ${people.list("p", ...columns)} FROM input
    JOIN rewards_person p ON p.partner_id = input.partner_id AND p.role = 'owner' AND p.password_hash IS NOT NULL
    ORDER BY p.partner_id, p.id`
})
