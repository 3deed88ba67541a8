import { Schema } from "effect"
import { partnerName } from "../../rewards/sql.ts"
import { Id, Uuid } from "../../sql/Row.ts"
import { statement } from "../../sql/Statement.ts"
import { Application } from "./Application.ts"

export const insertLogin = statement({
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

export const insertApplication = statement({
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

export const findAccount = statement({
  input: { partner_id: "uuid" },
  output: Schema.Struct({ email: Schema.String, ecosystem: Schema.String, passwordHash: Schema.String }),
  sql: `SELECT l.email, l.ecosystem, l.password_hash AS "passwordHash"
    FROM input CROSS JOIN rewards_login l WHERE l.partner_id = input.partner_id`
})

const ApplicationRow = Schema.Struct({
  ...Application.fields,
  id: Uuid,
  partnerId: Id("PartnerId"),
  ecosystem: Schema.String
})

const columns = `a.id, a.partner_id AS "partnerId", a.client_id AS "clientId",
      a.name AS "applicationName", ${partnerName("l.partner_id")} AS "partnerName", l.email, l.ecosystem, a.redirect_url AS "redirectUrl",
      a.web_redirect_url AS "webRedirectUrl", a.mobile_redirect_url AS "mobileRedirectUrl",
      a.user_details_url AS "userDetailsUrl"`

const ofPartner = `FROM input CROSS JOIN rewards_login l
    JOIN rewards_application a ON a.partner_id = l.partner_id
    WHERE l.partner_id = input.partner_id`

export const findApplication = statement({
  input: { partner_id: "uuid" },
  output: ApplicationRow,
  sql: `SELECT ${columns} ${ofPartner}`
})

/** Reads a partner's application and locks it and the login until commit. */
export const lockApplication = statement({
  input: { partner_id: "uuid" },
  output: Schema.Struct({ ...ApplicationRow.fields, passwordHash: Schema.String }),
  sql: ({ lock }) =>
    `SELECT ${columns}, l.password_hash AS "passwordHash" ${ofPartner}${lock("l, a", "a.id")}`
})

export const updateApplication = statement({
  input: {
    partner_id: "uuid",
    id: "uuid",
    name: "text",
    redirect_url: "text",
    web_redirect_url: "text?",
    mobile_redirect_url: "text?",
    user_details_url: "text"
  },
  sql: `UPDATE rewards_application SET name = input.name, redirect_url = input.redirect_url,
      web_redirect_url = input.web_redirect_url, mobile_redirect_url = input.mobile_redirect_url,
      user_details_url = input.user_details_url
    FROM input WHERE rewards_application.partner_id = input.partner_id AND rewards_application.id = input.id`
})

export const findEmail = statement({
  input: { ecosystem: "text", email: "text" },
  output: Schema.Struct({ partnerId: Id("PartnerId") }),
  sql: `SELECT l.partner_id AS "partnerId" FROM input CROSS JOIN rewards_login l
    WHERE l.ecosystem = input.ecosystem AND l.email = input.email`
})

export const updateEmail = statement({
  input: { partner_id: "uuid", email: "text", updated_at: "instant" },
  sql: `UPDATE rewards_login SET email = input.email, updated_at = input.updated_at
    FROM input WHERE rewards_login.partner_id = input.partner_id`
})
