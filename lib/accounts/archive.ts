import { type ArchiveTable, asked, carried } from "../rewards/archive/ArchiveTable.ts"
import { memberBy } from "../rewards/sql.ts"

const of = "partner"

const user = {
  table: "rewards_user",
  columns: {
    id: "uuid",
    tag: "text",
    email: "text",
    email_key: "text",
    fullname: "text",
    phone: "text",
    country_code: "text",
    is_adult: "boolean",
    date_of_birth: "text?",
    password_hash: "text",
    created_at: "instant",
    email_verified_at: "instant?"
  },
  key: ["id"]
} as const

const entry = {
  id: "uuid",
  user_id: "uuid?",
  action: "text",
  outcome: "text",
  actor: "text",
  address: "text?",
  detail: "text?",
  created_at: "instant"
} as const

/**
 * The tables of accounts, each after those that it refers to. Tokens, codes, reset links, sessions, mails, deliveries and rate limits
 * are not carried: they are short-lived, or belong to the process that made them. Logins and keys come last, so that a
 * partner cannot be used before all of it is there.
 */
export const tables = (): ReadonlyArray<ArchiveTable> => [
  carried({ ...user, name: "user", of: "service" }),
  carried({
    ...user,
    name: "user",
    of: "shared",
    where: ({ idText }) => `EXISTS (SELECT 1 FROM rewards_grant g
        WHERE g.partner_id = ${asked("partner_id")} AND g.user_id = t.id)
      OR ${memberBy(asked("partner_id"), idText("t.id"))} IS NOT NULL`
  }),
  carried({
    name: "audit",
    table: "rewards_audit",
    of: "service",
    columns: entry,
    key: ["id"],
    where: "t.partner_id IS NULL"
  }),
  carried({
    name: "application",
    table: "rewards_application",
    of,
    columns: {
      id: "uuid",
      client_id: "text",
      name: "text",
      redirect_url: "text",
      web_redirect_url: "text?",
      mobile_redirect_url: "text?",
      user_details_url: "text",
      created_at: "instant"
    },
    key: ["id"]
  }),
  carried({
    name: "grant",
    table: "rewards_grant",
    of,
    columns: {
      id: "uuid",
      application_id: "uuid",
      user_id: "uuid",
      scopes: "text",
      created_at: "instant",
      revoked_at: "instant?"
    },
    key: ["id"]
  }),
  carried({
    name: "visible_name",
    table: "rewards_visible_name",
    of,
    columns: { user_id: "uuid", scope: "text", name: "text" },
    key: ["user_id", "scope"]
  }),
  carried({
    name: "member_data",
    table: "rewards_member_data",
    of,
    columns: {
      member_id: "uuid",
      tag: "text",
      tag_key: "text",
      name_key: "text",
      data: "text",
      fetched_at: "instant"
    },
    key: ["member_id"]
  }),
  carried({
    name: "audit",
    table: "rewards_audit",
    of,
    columns: entry,
    key: ["id"],
    // The primary key of entries is their id alone, because some have no partner.
    writes: [
      `INSERT INTO rewards_audit (partner_id, id, user_id, action, outcome, actor, address, detail, created_at)
        SELECT partner_id, id, user_id, action, outcome, actor, address, detail, created_at FROM input WHERE true
        ON CONFLICT (id) DO NOTHING`
    ]
  }),
  carried({
    name: "api_key",
    table: "rewards_api_key",
    of,
    columns: {
      id: "uuid",
      key: "text",
      hash: "text",
      name: "text",
      scopes: "text",
      created_at: "instant",
      last_used_at: "instant?",
      revoked_at: "instant?"
    },
    key: ["id"]
  }),
  carried({
    name: "login",
    table: "rewards_login",
    of,
    columns: { ecosystem: "text", email: "text", password_hash: "text", updated_at: "instant" },
    key: []
  })
]
