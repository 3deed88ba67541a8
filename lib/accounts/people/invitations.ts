import { statement } from "../../sql/Statement.ts"

/**
 * Deletes the expired invitation of an address, whichever partner it belongs to. An expired invitation must not prevent a new invitation
 * or an onboarding with this address. No other row refers to an invited person.
 */
export const deleteExpiredInvitation = statement({
  onCoordinator: true,
  input: { ecosystem: "text", email: "text", at: "instant" },
  sql: `DELETE FROM rewards_person WHERE id IN (SELECT p.id FROM input
    JOIN rewards_person p ON p.ecosystem = input.ecosystem AND p.email = input.email
    WHERE p.invite_expires_at <= input.at)`
})
