import { Duration, Effect } from "effect"
import type { PartnerId } from "../../../rewards/Id.ts"
import type { Database } from "../../../sql/Database.ts"
import { digest, newSecret } from "../../secret.ts"
import { scopesOf, type TokenSet, type UserScope } from "../Authorization.ts"
import { forgetExpiredTokens, insertTokens } from "./statements.ts"

const accessLifetime = Duration.hours(4)
/** Each refresh starts this period again. A client that refreshes in time never has to ask the user again. */
const refreshLifetime = Duration.days(30)

interface Grant {
  readonly partnerId: PartnerId
  readonly grantId: string
  readonly grantScopes: string
}

const after = (at: Date, lifetime: Duration.Duration): string =>
  new Date(at.getTime() + Duration.toMillis(lifetime)).toISOString()

/**
 * Issues the tokens of a grant. The caller's transaction must already have claimed the code or refresh token. A
 * request can narrow the scopes of one access token; the refresh token keeps all scopes of the grant (RFC 6749,
 * section 6).
 */
export const issueTokens = (
  database: Database["Type"],
  { grantId, grantScopes, partnerId }: Grant,
  at: Date,
  narrowed?: ReadonlyArray<UserScope>
) =>
  Effect.gen(function* () {
    const [accessToken, refreshToken] = [newSecret(), newSecret()]
    const created_at = at.toISOString()
    const own = { partner_id: partnerId, grant_id: grantId }
    yield* database.run(forgetExpiredTokens, [{ ...own, at: created_at }])
    yield* database.run(insertTokens, [
      {
        ...own,
        hash: digest(accessToken),
        kind: "access",
        scopes: narrowed?.join(" ") ?? null,
        created_at,
        expires_at: after(at, accessLifetime)
      },
      {
        ...own,
        hash: digest(refreshToken),
        kind: "refresh",
        scopes: null,
        created_at,
        expires_at: after(at, refreshLifetime)
      }
    ])
    const scopes = narrowed ?? scopesOf(grantScopes) ?? []
    return { accessToken, expiresIn: accessLifetime, refreshToken, scopes } satisfies TokenSet
  })
