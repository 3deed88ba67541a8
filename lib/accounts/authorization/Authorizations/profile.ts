import { Effect, Schema } from "effect"
import { now } from "../../../rewards/clock.ts"
import { memberBy, memberColumn } from "../../../rewards/sql.ts"
import { isId } from "../../../schema/Id.ts"
import { Database } from "../../../sql/Database.ts"
import { Bool, Id, Instant, Uuid } from "../../../sql/Row.ts"
import { statement } from "../../../sql/Statement.ts"
import { Unauthorized } from "../../Errors.ts"
import { digest } from "../../secret.ts"
import { Profile, type UserSession } from "../Authorization.ts"

/** Every request with a user's token runs this query, so it consists of two index lookups. */
const findSession = statement({
  input: { hash: "text", at: "instant" },
  output: Schema.Struct({ partnerId: Id("PartnerId"), userId: Uuid, scopes: Schema.String }),
  sql: `SELECT g.partner_id AS "partnerId", g.user_id AS "userId", COALESCE(t.scopes, g.scopes) AS scopes
    FROM input CROSS JOIN rewards_grant_token t
    JOIN rewards_grant g ON g.partner_id = t.partner_id AND g.id = t.grant_id
    WHERE t.hash = input.hash AND t.kind = 'access' AND t.expires_at > input.at AND g.revoked_at IS NULL`
})

const ProfileRow = Schema.Struct({
  ...Profile.fields,
  id: Uuid,
  emailVerified: Bool,
  isAdult: Bool,
  createdAt: Instant
})

/** The partner's own id for the member that an id leads to. */
const ownId = (userId: string) =>
  memberColumn("user_id", "input.partner_id", memberBy("input.partner_id", userId))

const findProfile = statement({
  input: { user_id: "uuid", partner_id: "uuid", ecosystem: "text" },
  output: ProfileRow,
  sql: ({
    idText
  }) => `SELECT u.id, COALESCE(${ownId(idText("u.id"))}, ${idText("u.id")}) AS "userId", u.tag, u.email,
      u.email_verified_at IS NOT NULL AS "emailVerified", u.fullname, u.phone, u.country_code AS "countryCode",
      u.is_adult AS "isAdult", u.date_of_birth AS "dateOfBirth", u.created_at AS "createdAt"
    FROM input CROSS JOIN rewards_user u
    JOIN rewards_login l ON l.partner_id = input.partner_id AND l.ecosystem = input.ecosystem
    WHERE u.id = input.user_id`
})

const wrongToken = () =>
  new Unauthorized({ reason: "the access token is missing, expired, revoked or unknown: log in" })

/** Operations that need a user's access token. */
export const makeProfile = Effect.gen(function* () {
  const database = yield* Database

  return {
    check: Effect.fn("Authorizations.check")(function* (token: string) {
      const at = (yield* now).toISOString()
      const [found] = yield* database.run(findSession, [{ hash: digest(token), at }])
      if (found === undefined) return yield* wrongToken()
      return { ...found, scopes: new Set(found.scopes.split(" ")) } satisfies UserSession
    }),

    // Under another ecosystem than the partner's own, the token counts as unknown.
    profile: Effect.fn("Authorizations.profile")(function* (
      { partnerId, userId }: Readonly<Record<"partnerId" | "userId", string>>,
      ecosystem: string
    ) {
      if (!isId(partnerId) || !isId(userId)) return yield* wrongToken()
      const [found] = yield* database.run(findProfile, [
        { user_id: userId, partner_id: partnerId, ecosystem }
      ])
      return found ?? (yield* wrongToken())
    })
  }
})
