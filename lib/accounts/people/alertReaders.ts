import { type Context, Duration, Effect } from "effect"
import { now } from "../../rewards/clock.ts"
import type { PartnerId } from "../../rewards/Id.ts"
import type { Database } from "../../sql/Database.ts"
import { statement } from "../../sql/Statement.ts"
import { alertsBegan } from "../mail/letters.ts"
import type { Mails } from "../mail/Mails.ts"
import { findPartner } from "../parties/Parties.ts"
import type { Scope } from "../sessions/Sessions.ts"
import { mailedAlerts, people } from "../tables.ts"
import { scopesOf } from "./Role.ts"

/**
 * People who get mails about alerts. A process claims those of one partner whose alerts are due to be read, and sets a later due time.
 * So the partners take turns, and a process that dies delays the mails of one partner only. A mail sets a due time that is later still.
 */

/** How often the alerts of a person are read. */
const checkInterval = Duration.toMillis("5 minutes")
/** A person gets no second mail about alerts within this time. */
const mailInterval = Duration.toMillis("1 hour")
/** A mail names at most this many alerts. */
const mostNamed = 20

/** A person whose alerts the caller of `claimReaders` may mail until `dueAt`. */
export interface Reader {
  readonly partnerId: PartnerId
  readonly id: string
  readonly dueAt: Date
}

/** An alert as it is mailed. */
export interface MailedAlert {
  /** Identifies the alert among those of the partner. */
  readonly key: string
  readonly text: string
  /** The alert is only for people whose role has this scope. */
  readonly scope: Scope
}

/** The alerts about a partner. */
export interface MailedAlerts {
  readonly alerts: ReadonlyArray<MailedAlert>
  /** Whether an alert may still apply although `alerts` does not contain it. This is possible if not all alerts were read. */
  readonly mayLast: (key: string) => boolean
}

/** Checks for a due reader before `claimReaders` begins a transaction, because on SQLite a transaction blocks all other writers. */
const findDue = statement({
  onCoordinator: true,
  input: { at: "instant" },
  output: people.row("id"),
  sql: `SELECT p.id FROM input CROSS JOIN rewards_person p WHERE p.alert_mails AND p.alerts_due_at <= input.at LIMIT 1`
})

/** Claims the due readers of the partner who has waited longest. Passes over people whom another transaction has locked. */
const claimDue = statement({
  onCoordinator: true,
  input: { at: "instant", leasedUntil: "instant" },
  output: people.row("partnerId", "id"),
  sql: ({ lockFree }) => `, first AS MATERIALIZED (
      SELECT p.partner_id FROM input CROSS JOIN rewards_person p WHERE p.alert_mails AND p.alerts_due_at <= input.at
      ORDER BY p.alerts_due_at LIMIT 1${lockFree("p")}
    ), due AS MATERIALIZED (
      SELECT p.id FROM rewards_person p WHERE p.partner_id = (SELECT partner_id FROM first)
        AND p.alert_mails AND p.alerts_due_at <= (SELECT at FROM input)${lockFree("p")}
    )
    UPDATE rewards_person SET alerts_due_at = input.leased_until
    FROM input WHERE rewards_person.id IN (SELECT id FROM due)
    RETURNING rewards_person.partner_id, rewards_person.id`
})

const lockReader = people.lock("alertMails", "alertsDueAt", "email", "role")
const setDue = people.update("alertsDueAt")
const findMailed = mailedAlerts.by("partnerId", "personId").find("alert")
const insertMailed = mailedAlerts.insert({
  unlessExists: ["partnerId", "personId", "alert"],
  returning: ["alert"]
})
const deleteMailed = mailedAlerts.delete()

/** For each person, at most so many mailed alerts are kept that may still apply although they were not read: those of the newest rules. */
const maxKept = 1000
const ruleOf = (alert: string): string => alert.slice(alert.indexOf(" ") + 1)
const byRule = (one: string, other: string): number => (ruleOf(one) < ruleOf(other) ? -1 : 1)

type DatabaseService = Context.Tag.Service<Database>

/** Claims the people of one partner whose alerts were due at an instant. Returns nobody if none are due. */
export const claimReaders = Effect.fn("alertReaders.claim")(function* (database: DatabaseService, at: Date) {
  if ((yield* database.run(findDue, [{ at }])).length === 0) return []
  const dueAt = new Date((yield* now).getTime() + checkInterval)
  const claimed = yield* database.transaction(database.run(claimDue, [{ at, leasedUntil: dueAt }]))
  return claimed.map((person): Reader => ({ ...person, dueAt }))
})

interface Services {
  readonly database: DatabaseService
  readonly mails: Context.Tag.Service<Mails>
}

/**
 * Writes a mail with the alerts that are new for a claimed reader. Returns whether there are any. Does nothing if the person was removed,
 * has turned the mails off, or was claimed again by another process.
 */
export const mailReader = Effect.fn("alertReaders.mail")(function* (
  { database, mails }: Services,
  { dueAt, id, partnerId }: Reader,
  { alerts, mayLast }: MailedAlerts,
  link: string | undefined
) {
  const person = { partnerId, personId: id }
  const write = Effect.gen(function* () {
    const [reader] = yield* database.run(lockReader, [{ partnerId, id }])
    if (reader === undefined || !reader.alertMails || reader.alertsDueAt?.getTime() !== dueAt.getTime())
      return false
    const scopes: ReadonlyArray<Scope> = scopesOf[reader.role]
    const current = new Map(alerts.flatMap((each) => (scopes.includes(each.scope) ? [[each.key, each]] : [])))
    const mailed = (yield* database.run(findMailed, [person])).map(({ alert }) => alert)
    const unseen = mailed.filter((alert) => !current.has(alert))
    const kept = new Set(unseen.filter(mayLast).toSorted(byRule).slice(-maxKept))
    const ended = unseen.filter((alert) => !kept.has(alert))
    yield* database.run(
      deleteMailed,
      ended.map((alert) => ({ ...person, alert }))
    )
    const inserted = yield* database.run(
      insertMailed,
      Array.from(current.keys(), (alert) => ({ ...person, alert }))
    )
    if (inserted.length === 0) return false
    const isNew = new Set(inserted.map(({ alert }) => alert))
    const texts = Array.from(current.values()).flatMap(({ key, text }) => (isNew.has(key) ? [text] : []))
    const partner = yield* findPartner(database, partnerId)
    const others = Math.max(0, texts.length - mostNamed)
    const letter = alertsBegan({
      name: partner?.name ?? "",
      alerts: texts.slice(0, mostNamed),
      others,
      link
    })
    yield* mails.write({ to: reader.email, letter, expiresAt: null })
    const again = new Date((yield* now).getTime() + mailInterval)
    yield* database.run(setDue, [{ partnerId, id, alertsDueAt: again }])
    return true
  })
  return yield* database.transaction(write)
})
