import { statement } from "../../sql/Statement.ts"

/**
 * Deletes the expired invitation of an address, of any partner: it must not keep the address from a new invitation or from onboarding.
 * Nothing refers to an invited person.
 */
export const deleteExpiredInvitation = statement({
  onCoordinator: true,
  input: { ecosystem: "text", email: "text", at: "instant" },
  sql: `DELETE FROM rewards_person WHERE id IN (SELECT p.id FROM input
    JOIN rewards_person p ON p.ecosystem = input.ecosystem AND p.email = input.email
    WHERE p.invite_expires_at <= input.at)`
})
