import type { Applications } from "../accounts/applications/Applications.ts"
import type { Audit } from "../accounts/audit/Audit.ts"
import type { Authorizations } from "../accounts/authorization/Authorizations.ts"
import type { Consents } from "../accounts/consents/Consents.ts"
import type { MemberDetails } from "../accounts/details/MemberDetails.ts"
import type { ApiKeys } from "../accounts/keys/ApiKeys.ts"
import type { Links } from "../accounts/links/Links.ts"
import type { MemberDirectory } from "../accounts/members/MemberDirectory.ts"
import type { Parties } from "../accounts/parties/Parties.ts"
import type { RateLeases } from "../accounts/rates/RateLeases.ts"
import type { Resets } from "../accounts/resets/Resets.ts"
import type { AuditedRules } from "../accounts/rules/AuditedRules.ts"
import type { Sessions } from "../accounts/sessions/Sessions.ts"
import type { UserResets } from "../accounts/users/UserResets.ts"
import type { Users } from "../accounts/users/Users.ts"
import type { Boards } from "../boards/Boards.ts"
import type { Totals } from "../boards/Totals.ts"
import type { Events } from "../events/Events.ts"
import type { Awards } from "../rewards/awards/Awards.ts"
import type { Idempotency } from "../rewards/idempotency/Idempotency.ts"
import type { Members } from "../rewards/members/Members.ts"
import type { Rules } from "../rewards/rules/Rules.ts"
import type { Transfers } from "../rewards/transfers/Transfers.ts"
import type { Webhooks } from "../webhooks/Webhooks.ts"

/** The services that the handlers call. */
export type Services =
  | ApiKeys
  | Applications
  | Audit
  | AuditedRules
  | Authorizations
  | Awards
  | Boards
  | Consents
  | Events
  | Idempotency
  | Links
  | MemberDetails
  | MemberDirectory
  | Members
  | Parties
  | RateLeases
  | Resets
  | Rules
  | Sessions
  | Totals
  | Transfers
  | UserResets
  | Users
  | Webhooks
