import { randomBytes } from "node:crypto"
import { Context, Effect, Layer, Schema } from "effect"
import { EmailTaken } from "../domain/Errors.ts"
import { PartnerId } from "../domain/Id.ts"
import {
  type Application,
  checkPasswordsMatch,
  emailKey,
  OnboardPartner,
  type OnboardPartnerInput
} from "../domain/Identity.ts"
import { type InvalidInput, parser } from "../domain/Input.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { Database } from "../sql/Database.ts"
import type { DatabaseFailure } from "../sql/Failure.ts"
import { Id } from "../sql/Row.ts"
import { statement } from "../sql/Statement.ts"
import { now } from "./clock.ts"
import { Ids } from "./Ids.ts"
import { Passwords } from "./Passwords.ts"

/** Partners as they register themselves: an account to log in with, and an application. */
export class Applications extends Context.Tag("rewards/Applications")<
  Applications,
  {
    readonly onboard: (
      input: OnboardPartnerInput
    ) => Effect.Effect<Application, InvalidInput | EmailTaken | DatabaseFailure>
  }
>() {
  static readonly layer: Layer.Layer<Applications, never, Database | Ledger | Ids | Passwords> =
    Layer.suspend(() => Layer.effect(this, make))
}

const insertPartner = statement({
  input: { id: "uuid", name: "text", created_at: "instant" },
  sql: `INSERT INTO rewards_partner (id, name, created_at) SELECT id, name, created_at FROM input`
})

const insertLogin = statement({
  input: {
    partner_id: "uuid",
    ecosystem: "text",
    email: "text",
    password_hash: "text",
    updated_at: "instant"
  },
  output: Schema.Struct({ partnerId: Id("PartnerId") }),
  sql: `INSERT INTO rewards_login (partner_id, ecosystem, email, password_hash, updated_at)
    SELECT partner_id, ecosystem, email, password_hash, updated_at FROM input WHERE true
    ON CONFLICT (ecosystem, email) DO NOTHING RETURNING partner_id AS "partnerId"`
})

const insertApplication = statement({
  input: {
    partner_id: "uuid",
    id: "uuid",
    client_id: "text",
    name: "text",
    redirect_url: "text",
    web_redirect_url: "text?",
    mobile_redirect_url: "text?",
    user_details_url: "text",
    created_at: "instant"
  },
  sql: `INSERT INTO rewards_application (partner_id, id, client_id, name, redirect_url, web_redirect_url,
      mobile_redirect_url, user_details_url, created_at)
    SELECT partner_id, id, client_id, name, redirect_url, web_redirect_url, mobile_redirect_url, user_details_url,
      created_at FROM input`
})

const parse = parser(OnboardPartner, checkPasswordsMatch)

const make = Effect.gen(function* () {
  const database = yield* Database
  const ledger = yield* Ledger
  const ids = yield* Ids
  const passwords = yield* Passwords

  const insert = (partner: OnboardPartner, passwordHash: string) =>
    Effect.gen(function* () {
      const createdAt = yield* now
      const created_at = createdAt.toISOString()
      const [first = "", id = ""] = yield* ids.take(2)
      const partnerId = PartnerId.make(first, { disableValidation: true })
      yield* database.run(insertPartner, [{ id: partnerId, name: partner.partnerName, created_at }])
      const login = yield* database.run(insertLogin, [
        {
          partner_id: partnerId,
          ecosystem: partner.ecosystem,
          email: emailKey(partner.email),
          password_hash: passwordHash,
          updated_at: created_at
        }
      ])
      if (login.length === 0) return yield* new EmailTaken({ email: partner.email })
      yield* ledger.openPartner(partnerId, createdAt)
      const application: Application = {
        id,
        partnerId,
        clientId: randomBytes(32).toString("hex"),
        applicationName: partner.applicationName,
        partnerName: partner.partnerName,
        email: partner.email,
        redirectUrl: partner.redirectUrl,
        webRedirectUrl: partner.webRedirectUrl ?? null,
        mobileRedirectUrl: partner.mobileRedirectUrl ?? null,
        userDetailsUrl: partner.userDetailsUrl
      }
      yield* database.run(insertApplication, [
        {
          partner_id: partnerId,
          id,
          client_id: application.clientId,
          name: application.applicationName,
          redirect_url: application.redirectUrl,
          web_redirect_url: application.webRedirectUrl,
          mobile_redirect_url: application.mobileRedirectUrl,
          user_details_url: application.userDetailsUrl,
          created_at
        }
      ])
      return application
    })

  return Applications.of({
    onboard: Effect.fn("Applications.onboard")(function* (input) {
      const partner = yield* parse(input)
      const passwordHash = yield* passwords.hash(partner.password)
      return yield* database.transaction(insert(partner, passwordHash))
    })
  })
})
