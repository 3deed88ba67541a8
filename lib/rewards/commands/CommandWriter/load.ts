import { type Context, Effect } from "effect"
import * as Batch from "../../../sql/Batch.ts"
import type { Database } from "../../../sql/Database.ts"
import { now } from "../../clock.ts"
import type { Ids } from "../../Ids.ts"
import { findAnswers, readAnswers } from "../../idempotency/StoredAnswer.ts"
import { walletOf } from "../../ledger/Account.ts"
import type { Ledger } from "../../ledger/Ledger.ts"
import { makeStoredCounters } from "../../limits/storedCounters.ts"
import { type EventLog, type KnownUsers, noFeeds } from "../../ports.ts"
import { tallies } from "../../tables.ts"
import type { Submission } from "../Command.ts"
import { partnerKey, type State, tallyKey } from "./Changes.ts"
import {
  accountsOf,
  type Commands,
  distinct,
  type Found,
  findNewcomers,
  type MembersByKey,
  memberOf,
  namesIn,
  type Pair,
  pairsOf,
  partnersOf,
  tallyKeysOf
} from "./neededRows.ts"
import { readUndone } from "./undo.ts"

const findTallies = tallies.find("ruleId", "memberId", "paid", "cycle", "progress")

/** The tallies of pairs of a rule and a member, by `tallyKey`. */
export const readTallies = (pairs: ReadonlyArray<Pair>) =>
  Batch.map(
    Batch.of(findTallies, tallyKeysOf(pairs)),
    (found) => new Map(found.map((tally) => [tallyKey(tally.ruleId, tally.memberId), tally]))
  )

/** Finds the stored answers for the idempotency keys of submissions and of single commands. */
const findKeys = (submissions: ReadonlyArray<Submission>) => {
  const keys = submissions.flatMap(({ commands, once }) => [
    ...(once === undefined ? [] : [{ partnerId: once.partnerId, key: once.key }]),
    ...commands.flatMap(({ command: { partnerId, idempotencyKey: key } }) =>
      key === undefined ? [] : [{ partnerId, key }]
    )
  ])
  return Batch.of(
    findAnswers,
    distinct(keys, ({ key, partnerId }) => partnerKey(partnerId, key))
  )
}

/** Locks the accounts of commands. Fails with a conflict if `Members.join` has just removed one of the wallets. */
const lockBook = (ledger: Context.Tag.Service<Ledger>, commands: Commands, members: MembersByKey) =>
  Batch.ensure(
    ledger.lock(
      distinct(
        commands.flatMap((each) => accountsOf(ledger, each, members)),
        ({ id }) => id
      )
    ),
    (book) =>
      commands.every((each) => {
        const memberId = memberOf(each, members)
        return memberId === undefined || book.has(walletOf(memberId))
      }),
    "a member was linked meanwhile"
  )

/** Reads the data that commands need, and takes the locks that keep it valid. */
export const makeLoad = (services: {
  readonly database: Context.Tag.Service<Database>
  readonly ids: Context.Tag.Service<Ids>
  readonly users: Context.Tag.Service<KnownUsers>
  readonly ledger: Context.Tag.Service<Ledger>
  readonly log: Context.Tag.Service<EventLog>
}) => {
  const { database, ids, ledger, log, users } = services
  const storedCounters = makeStoredCounters(database)

  /** Locks the feeds of partners that have a subscriber. A host's transaction locks no feed. */
  const lockFeeds = (commands: Commands, found: Found, at: Date, ofHost: boolean) => {
    if (ofHost) return Batch.succeed(log.unlocked(partnersOf(commands)))
    const { others, subscribed } = found.subscribers(at)
    const feeds = subscribed.length === 0 ? Batch.succeed(noFeeds) : log.lock(subscribed)
    // On SQLite, no other transaction can have written since this one read the subscribers.
    if (others.length === 0 || database.dialect.name === "sqlite") return feeds
    const held = Batch.ensure(
      log.holdUnsubscribed(others, at),
      ({ length }) => length === others.length,
      "a partner got its first subscriber meanwhile"
    )
    return Batch.map(Batch.all({ feeds, held }), (both) => both.feeds)
  }

  /** `found` is the result of `findFirst`. `ofHost` says whether the transaction is a host's. */
  return Effect.fnUntraced(function* (
    submissions: ReadonlyArray<Submission>,
    commands: Commands,
    found: Found,
    ofHost: boolean
  ) {
    const { members, newcomers } = yield* findNewcomers(users, ids, commands, found.members)
    const rules = new Map(found.rules.map((rule) => [rule.id, rule]))
    const names = namesIn(found.rules)
    const pairs = pairsOf(commands, { members, names, rules })
    const paying = pairs.filter(({ each, rule }) => each._tag === "Award" && rule.limits.length > 0)
    const past = pairs.flatMap(({ each, memberId, rule }) =>
      each._tag === "Reverse" && each.award?.awarded === true
        ? [{ rule, memberId, at: each.award.createdAt }]
        : []
    )
    const early = yield* now
    const paymentsAt = (at: Date) => paying.map(({ memberId, rule }) => ({ rule, memberId, at }))
    const { answers, book, counterRows, locked, tallies, undone } = yield* database.send(
      Batch.all({
        book: lockBook(ledger, commands, found.members),
        tallies: readTallies(pairs),
        undone: readUndone(commands, pairs),
        counterRows: storedCounters.rows([...paymentsAt(early), ...past]),
        answers: findKeys(submissions),
        locked: lockFeeds(commands, found, early, ofHost)
      })
    )
    const feeds = yield* log.collect(locked)
    for (const { partnerId, id } of newcomers) book.open(partnerId, walletOf(id))
    // The time is read after the locks were taken, so that the entries of an account are in the order of time.
    const at = yield* now
    const stored = answers.length === 0 ? [] : yield* readAnswers(database, answers)
    const state: State = {
      rules,
      names,
      members,
      tallies,
      ...undone,
      counters: yield* storedCounters.counters(paymentsAt(at), past, counterRows, at),
      book,
      feeds,
      newcomers: new Set(newcomers.map(({ id }) => id)),
      at
    }
    const keyed = new Map(stored.map((each) => [partnerKey(each.partnerId, each.key), each]))
    return { state, newcomers, answers: keyed }
  })
}
