import { statement } from "../../sql/Statement.ts"
import { people } from "../tables.ts"
import { roles, scopesOf } from "./Role.ts"

const columns = ["id", "ecosystem", "email", "passwordHash"] as const

/**
 * Finds the owners of a partner who can log in, in the order of their ids. The partner's mails go to all of them. Where the service shows
 * one e-mail address for the partner, it is the address of the first owner.
 */
export const findOwners = statement({
  onCoordinator: true,
  input: { partnerId: "uuid" },
  output: people.row(...columns),
  sql: `SELECT ${people.list("p", ...columns)} FROM input
    JOIN rewards_person p ON p.partner_id = input.partner_id AND p.role = 'owner' AND p.password_hash IS NOT NULL
    ORDER BY p.partner_id, p.id`
})

const approving = roles.filter((role) => scopesOf[role].includes("coins:adjust"))

/** Finds the people of a partner who can approve adjustments. */
export const findApprovers = statement({
  onCoordinator: true,
  input: { partnerId: "uuid" },
  output: people.row("id", "email"),
  sql: `SELECT ${people.list("p", "id", "email")} FROM input
    JOIN rewards_person p ON p.partner_id = input.partner_id AND p.password_hash IS NOT NULL
      AND p.role IN (${approving.map((role) => `'${role}'`).join(", ")})
    ORDER BY p.partner_id, p.id`
})
