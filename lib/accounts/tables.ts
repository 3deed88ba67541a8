import { Schema } from "effect"
import { Uuid } from "../sql/Row.ts"
import {
  boolean,
  instant,
  integer,
  nullable,
  small,
  sortedText,
  table,
  text,
  textOf,
  uuid,
  withDefault
} from "../sql/Table.ts"
import { AuditEntry } from "./audit/AuditEntry.ts"
import { UserRecord } from "./details/UserRecord.ts"
import { StoredScopes } from "./keys/ApiKey.ts"
import { Role } from "./people/Role.ts"

/**
 * The tables of accounts. Passwords, tokens, codes and secrets are stored only as hashes, with three exceptions. A mail contains its code
 * or link until it is sent or given up. The secret of a second factor is encrypted. The key for this encryption is stored here if the
 * service made the key itself: see `secretsKeys`. The primary key of a partner's row starts with the partner's id, except in the audit
 * trail.
 *
 * People and users are looked up before the partner is known. So a distributed PostgreSQL has `rewards_person` and `rewards_user` on
 * the coordinator.
 */

const id = { type: "uuid", schema: Uuid } as const
const partner = { partnerId: uuid("PartnerId") }

const toPartner = { columns: ["partnerId"], table: "rewards_partner", to: ["id"] } as const
const toUser = { columns: ["userId"], table: "rewards_user", to: ["id"] } as const
const toGrant = {
  columns: ["partnerId", "grantId"],
  table: "rewards_grant",
  to: ["partner_id", "id"]
} as const

/**
 * The people of a partner. An invited person has an invitation instead of a password. All people of a partner belong to the same
 * ecosystem. A person who leaves is deleted, but the records that the person ordered keep the name: see `Orderers`.
 *
 * `alertMails` says whether the person gets mails about alerts. `alertsDueAt` is the time from which the alerts may be mailed again. It
 * stays when the person turns the mails off, so that turning them on again does not bring a second mail within the hour.
 */
export const people = table("rewards_person", {
  placement: "coordinator",
  columns: {
    createdAt: instant,
    updatedAt: instant,
    inviteExpiresAt: nullable(instant),
    alertsDueAt: nullable(instant),
    ...partner,
    id,
    alertMails: withDefault(boolean, "false"),
    role: textOf(Role),
    ecosystem: text,
    email: text,
    passwordHash: nullable(text),
    inviteHash: nullable(text)
  },
  key: ["partnerId", "id"],
  unique: [["id"], ["ecosystem", "email"]],
  references: [toPartner],
  checks: {
    role: "role IN ('owner', 'manager', 'support', 'viewer')",
    invited:
      "(password_hash IS NULL) = (invite_hash IS NOT NULL) AND (invite_hash IS NULL) = (invite_expires_at IS NULL)",
    alerts: "NOT alert_mails OR (alerts_due_at IS NOT NULL AND password_hash IS NOT NULL)"
  },
  indexes: {
    invite: { on: "invite_hash", where: "invite_hash IS NOT NULL", unique: true },
    alerts: { on: "alerts_due_at", where: "alert_mails" }
  },
  updatedOften: true
})

/**
 * The alerts that were mailed to a person and still last. An alert that ends is deleted, so that it is new if it comes back. The key keeps
 * an alert from being mailed twice.
 */
export const mailedAlerts = table("rewards_mailed_alert", {
  placement: "coordinator",
  columns: { ...partner, personId: id, alert: text },
  key: ["partnerId", "personId", "alert"],
  references: [{ columns: ["partnerId", "personId"], table: "rewards_person", to: ["partner_id", "id"] }],
  clustered: true
})

/**
 * The second factors of people. `secret` is encrypted, because codes are computed from it: see `encryption/Encryption.ts`. A factor is
 * on once a first code has confirmed it. `lastStep` is the period of the last code that was used; codes of this and earlier periods are
 * refused. A transaction that uses or changes a factor locks the person first.
 *
 * There is no foreign key to the person, so that an import can write the factor before the person. Otherwise somebody could log in without
 * the factor during the import.
 */
export const secondFactors = table("rewards_second_factor", {
  placement: "coordinator",
  columns: {
    createdAt: instant,
    confirmedAt: nullable(instant),
    lastStep: nullable(integer),
    ...partner,
    personId: id,
    secret: text
  },
  key: ["partnerId", "personId"],
  references: [toPartner],
  checks: { confirmed: "(confirmed_at IS NULL) = (last_step IS NULL)" },
  updatedOften: true
})

/** The recovery codes of second factors that were not used yet. */
export const recoveryCodes = table("rewards_recovery_code", {
  placement: "coordinator",
  columns: { ...partner, personId: id, hash: text },
  key: ["partnerId", "personId", "hash"],
  references: [
    { columns: ["partnerId", "personId"], table: "rewards_second_factor", to: ["partner_id", "person_id"] }
  ]
})

/** The key that the service made because no key was configured and there is no file for the key. There is at most one. */
export const secretsKeys = table("rewards_secrets_key", {
  placement: "coordinator",
  columns: { createdAt: instant, name: text, key: text },
  key: ["name"],
  checks: { one: "name = 'made'" }
})

export const applications = table("rewards_application", {
  columns: {
    createdAt: instant,
    ...partner,
    id,
    ecosystem: text,
    clientId: text,
    name: text,
    redirectUrl: text,
    webRedirectUrl: nullable(text),
    mobileRedirectUrl: nullable(text),
    userDetailsUrl: text
  },
  key: ["partnerId", "id"],
  references: [toPartner],
  indexes: { client: { on: "partner_id, client_id" } }
})

/** `orderedBy` is the number of the orderer who created the key: see `Orderers`. */
export const apiKeys = table("rewards_api_key", {
  columns: {
    createdAt: instant,
    lastUsedAt: nullable(instant),
    revokedAt: nullable(instant),
    orderedBy: nullable(small),
    ...partner,
    id,
    key: text,
    hash: text,
    name: text,
    scopes: { type: "text", schema: StoredScopes }
  },
  key: ["partnerId", "id"],
  references: [
    toPartner,
    { columns: ["partnerId", "orderedBy"], table: "rewards_orderer", to: ["partner_id", "number"] }
  ],
  indexes: { key: { on: "partner_id, key" } },
  updatedOften: true
})

/**
 * A revoked token is deleted at once. An expired token is deleted when the next token of the partner is issued. A token belongs to a
 * person or to an API key. A person's token is a session: it shows from which device and address the person logged in, and when the token
 * was last used. A session can be used to get a token for the test side of the partner. `testOf` of this token is the id of the session.
 */
export const accessTokens = table("rewards_token", {
  columns: {
    createdAt: instant,
    expiresAt: instant,
    lastUsedAt: instant,
    ...partner,
    id,
    personId: nullable(id),
    apiKeyId: nullable(id),
    testOf: nullable(id),
    hash: text,
    scopes: text,
    device: nullable(text),
    address: nullable(text)
  },
  key: ["partnerId", "hash"],
  references: [
    toPartner,
    { columns: ["partnerId", "personId"], table: "rewards_person", to: ["partner_id", "id"] },
    { columns: ["partnerId", "apiKeyId"], table: "rewards_api_key", to: ["partner_id", "id"] }
  ],
  checks: {
    owner: "(person_id IS NULL) <> (api_key_id IS NULL)",
    test_of: "test_of IS NULL OR person_id IS NOT NULL"
  },
  indexes: {
    partner: { on: "partner_id, expires_at" },
    person: { on: "partner_id, person_id", where: "person_id IS NOT NULL" }
  }
})

/** Secrets for password resets. An account is a person or a user. It has at most five secrets, which `place` numbers from 1 to 5. */
export const resetSecrets = table("rewards_reset", {
  placement: "coordinator",
  columns: { place: integer, expiresAt: instant, accountId: id, hash: text },
  key: ["accountId", "place"],
  checks: { place: "place BETWEEN 1 AND 5" },
  indexes: { hash: { on: "hash" } }
})

export const users = table("rewards_user", {
  placement: "coordinator",
  columns: {
    createdAt: instant,
    emailVerifiedAt: nullable(instant),
    id,
    isAdult: boolean,
    tag: text,
    email: text,
    emailKey: text,
    fullname: text,
    phone: text,
    countryCode: text,
    dateOfBirth: nullable(text),
    passwordHash: text
  },
  key: ["id"],
  unique: [["tag"], ["emailKey"]]
})

/** The OTP that verifies a user's e-mail address. `issued` counts the OTPs of the hour that began at `windowAt`. */
export const otps = table("rewards_otp", {
  placement: "coordinator",
  columns: {
    issued: integer,
    tries: withDefault(integer, "0"),
    windowAt: instant,
    expiresAt: instant,
    userId: id,
    hash: text
  },
  key: ["userId"],
  references: [toUser],
  checks: { issued: "issued BETWEEN 1 AND 5", tries: "tries BETWEEN 0 AND 5" },
  updatedOften: true
})

/**
 * The record that the partner's `userDetailsUrl` returned for a member. `tag` is the tag with which the record was requested. `tagKey` is
 * this tag as `searchKey` returns it. The foreign key is deferred, because `Members.join` deletes a member before its record is moved.
 */
export const memberRecords = table("rewards_member_data", {
  columns: {
    fetchedAt: instant,
    ...partner,
    memberId: uuid("MemberId"),
    tag: text,
    tagKey: sortedText,
    data: { type: "text", schema: Schema.parseJson(UserRecord) }
  },
  key: ["partnerId", "memberId"],
  references: [
    { columns: ["partnerId", "memberId"], table: "rewards_member", to: ["partner_id", "id"], deferred: true }
  ],
  indexes: { tag: { on: "partner_id, tag_key, member_id" } },
  updatedOften: true
})

/**
 * The texts by which a search finds the full name in a member's record: see `searchedNames`. The foreign key keeps a record from being
 * deleted without them. It is deferred, because a record is moved to another member after its names.
 */
export const memberNames = table("rewards_member_name", {
  columns: { ...partner, memberId: uuid("MemberId"), name: sortedText },
  key: ["partnerId", "memberId", "name"],
  references: [
    {
      columns: ["partnerId", "memberId"],
      table: "rewards_member_data",
      to: ["partner_id", "member_id"],
      deferred: true
    }
  ],
  indexes: { name: { on: "partner_id, name, member_id" } },
  clustered: true
})

/** One consent of one user. Codes and tokens refer to it, so one update revokes all of them. */
export const grants = table("rewards_grant", {
  columns: {
    createdAt: instant,
    revokedAt: nullable(instant),
    ...partner,
    applicationId: id,
    id,
    userId: id,
    scopes: text
  },
  key: ["partnerId", "id"],
  references: [
    toUser,
    { columns: ["partnerId", "applicationId"], table: "rewards_application", to: ["partner_id", "id"] }
  ],
  indexes: {
    user: { on: "partner_id, user_id" },
    // Finds a user's consents to all partners.
    of_user: { on: "user_id" }
  },
  updatedOften: true
})

const nameScopes = ["profile", "fullname"] as const
export type NameScope = (typeof nameScopes)[number]

/**
 * The texts by which a partner can search its members, in lower case: tags (scope profile), and full names from the start of each word
 * (scope fullname). A search also checks the grants.
 */
export const visibleNames = table("rewards_visible_name", {
  columns: { ...partner, userId: id, scope: textOf(Schema.Literal(...nameScopes)), name: sortedText },
  key: ["partnerId", "userId", "scope", "name"],
  references: [toPartner, toUser],
  checks: { scope: "scope IN ('profile', 'fullname')" },
  indexes: { name: { on: "partner_id, scope, name, user_id" } }
})

const ofGrant = {
  createdAt: instant,
  expiresAt: instant,
  usedAt: nullable(instant),
  ...partner,
  grantId: id,
  hash: text
}

/** A used code is stored as long as its grant, so that a second use is recognised. */
export const codes = table("rewards_code", {
  columns: { ...ofGrant, redirectUri: text, challenge: nullable(text) },
  key: ["partnerId", "hash"],
  references: [toGrant],
  indexes: { grant: { on: "partner_id, grant_id" } },
  updatedOften: true
})

/** If `scopes` is null, the token has all scopes of the grant. A refresh request can narrow the scopes of the access token. */
export const grantTokens = table("rewards_grant_token", {
  columns: { ...ofGrant, kind: textOf(Schema.Literal("access", "refresh")), scopes: nullable(text) },
  key: ["partnerId", "hash"],
  references: [toGrant],
  checks: { kind: "kind IN ('access', 'refresh')", used: "used_at IS NULL OR kind = 'refresh'" },
  indexes: { grant: { on: "partner_id, grant_id, expires_at" } },
  updatedOften: true
})

/**
 * Which partner is the test side of which live partner. A test side that was emptied is retired: nothing leads to it any more. There is no
 * foreign key to the live partner, so that an import can write the test side first.
 */
export const testSides = table("rewards_test_side", {
  placement: "coordinator",
  columns: { createdAt: instant, retiredAt: nullable(instant), ...partner, liveId: uuid("PartnerId") },
  key: ["partnerId"],
  references: [toPartner],
  checks: { other: "partner_id <> live_id" },
  indexes: {
    live: { on: "live_id", where: "retired_at IS NULL", unique: true },
    retired: { on: "live_id, retired_at", where: "retired_at IS NOT NULL" }
  }
})

/** The outbox. The body of a mail is deleted when the mail is sent or given up, because it may contain a valid code. */
export const mails = table("rewards_mail", {
  placement: "coordinator",
  columns: {
    attempts: withDefault(integer, "0"),
    createdAt: instant,
    expiresAt: nullable(instant),
    dueAt: nullable(instant),
    sentAt: nullable(instant),
    id,
    recipient: text,
    subject: text,
    body: text,
    html: text,
    error: nullable(text)
  },
  key: ["id"],
  checks: {
    state: "sent_at IS NULL OR due_at IS NULL",
    forgotten: "sent_at IS NULL OR (body = '' AND html = '')"
  },
  indexes: {
    due: { on: "due_at", where: "due_at IS NOT NULL" },
    expiry: { on: "expires_at", where: "due_at IS NOT NULL" }
  },
  updatedOften: true
})

/**
 * The audit trail. An entry for an unknown account has neither a partner nor a user. An entry stays when its user is deleted, so `userId`
 * is not a foreign key.
 */
export const auditEntries = table("rewards_audit", {
  placement: "coordinator",
  columns: {
    createdAt: instant,
    expiresAt: nullable(instant),
    id,
    partnerId: nullable(partner.partnerId),
    userId: nullable(id),
    action: textOf(AuditEntry.fields.action),
    outcome: textOf(AuditEntry.fields.outcome),
    actor: text,
    address: nullable(text),
    detail: nullable(text)
  },
  key: ["id"],
  references: [toPartner],
  checks: { outcome: "outcome IN ('done', 'refused')" },
  indexes: {
    partner: { on: "partner_id, id" },
    action: { on: "partner_id, action, id" },
    user: { on: "user_id", where: "user_id IS NOT NULL" },
    expiry: { on: "expires_at", where: "expires_at IS NOT NULL" }
  }
})

/**
 * Addresses from which people and users have logged in. `address` is an HMAC, whose key is the account's `passwordHash`. So equal
 * addresses of two accounts look different, and a new password invalidates all addresses of the account.
 */
export const knownAddresses = table("rewards_known_address", {
  placement: "coordinator",
  columns: { seenAt: instant, accountId: id, address: text },
  key: ["accountId", "address"],
  indexes: { seen: { on: "seen_at" } }
})

/** Rate limits that all processes share. Of the `allowed` requests of a minute, the processes have reserved `taken`. */
export const rateLeases = table("rewards_rate", {
  placement: "coordinator",
  columns: { minute: integer, taken: integer, allowed: integer, name: text },
  key: ["minute", "name"],
  updatedOften: true
})

/** Each table comes after the tables that it references, so that the tables can be created in this order. */
export const tables = [
  people,
  mailedAlerts,
  secondFactors,
  recoveryCodes,
  secretsKeys,
  applications,
  apiKeys,
  accessTokens,
  resetSecrets,
  users,
  otps,
  memberRecords,
  memberNames,
  grants,
  visibleNames,
  codes,
  grantTokens,
  testSides,
  mails,
  auditEntries,
  knownAddresses,
  rateLeases
]
