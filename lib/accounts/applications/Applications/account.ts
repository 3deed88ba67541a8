import { Schema } from "effect"
import { partnerName } from "../../../rewards/sql.ts"
import { statement } from "../../../sql/Statement.ts"
import { applications } from "../../tables.ts"
import { Application } from "../Application.ts"

/** A partner's application together with its login. */

const Account = Schema.Struct({
  ...Application.fields,
  id: applications.fields.id,
  partnerId: applications.fields.partnerId,
  ecosystem: Schema.String
})

const columns = `a.name AS application_name, ${partnerName("l.partner_id")} AS partner_name, l.email, l.ecosystem,
  ${applications.list(
    "a",
    "id",
    "partnerId",
    "clientId",
    "redirectUrl",
    "webRedirectUrl",
    "mobileRedirectUrl",
    "userDetailsUrl"
  )}`

const ofPartner = `FROM input CROSS JOIN rewards_login l
    JOIN rewards_application a ON a.partner_id = l.partner_id
    WHERE l.partner_id = input.partner_id`

export const findApplication = statement({
  input: { partnerId: "uuid" },
  output: Account,
  sql: `SELECT ${columns} ${ofPartner}`
})

/** Reads a partner's application and locks it and the login until commit. */
export const lockApplication = statement({
  input: { partnerId: "uuid" },
  output: Schema.Struct({ ...Account.fields, passwordHash: Schema.String }),
  sql: ({ lock }) => `SELECT ${columns}, l.password_hash ${ofPartner}${lock("l, a", "a.id")}`
})
