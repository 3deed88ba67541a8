// Concurrent awards, onboardings and links of the same users, on several engines over one database.
import assert from "node:assert/strict"
import * as SqlClient from "@effect/sql/SqlClient"
import { Context, Deferred, Effect, Fiber, Layer, type Scope } from "effect"
import { MemberDetails } from "../../../lib/accounts/details/MemberDetails.ts"
import { Links } from "../../../lib/accounts/links/Links.ts"
import { layerFromUrl } from "../../../lib/drivers/url.ts"
import { describe, it } from "../../support/effect.ts"
import { outcome, tally } from "../../support/expect.ts"
import { activity } from "../../support/nodes.ts"
import { inTime, repeatUntil } from "../../support/wait.ts"
import {
  type Client,
  engineOn,
  newPartner,
  onPostgres,
  type PartnerView,
  partnerView,
  raw,
  services
} from "../../support/world.ts"
import { record } from "../details/record.ts"
import { type Account, accountRow, consentRow, registrationRows } from "./accounts.ts"

interface Racer extends PartnerView {
  readonly link: (userId: string, tag: string) => Effect.Effect<string>
  readonly keepRecord: (userId: string) => Effect.Effect<string>
}

interface Arena {
  readonly client: Client
  readonly sql: (text: string) => Effect.Effect<ReadonlyArray<Readonly<Record<string, unknown>>>, unknown>
  readonly home: Racer
  readonly racers: ReadonlyArray<Racer>
  readonly accounts: (count: number) => Effect.Effect<ReadonlyArray<Account>, unknown>
}

const racer = (partnerId: string) =>
  Effect.gen(function* () {
    const view = partnerView(yield* services, partnerId)
    const links = yield* Links
    const details = yield* MemberDetails
    return {
      ...view,
      link: (userId: string, tag: string) =>
        outcome(links.link({ partnerId, ecosystem: "shop", userId, tag })),
      keepRecord: (userId: string) =>
        Effect.flatMap(view.members.get({ partnerId, userId }), ({ partnerId }) =>
          details.admit({
            partnerId,
            userId,
            attributes: undefined,
            details: { tag: "x", record, fetchedAt: new Date() }
          })
        ).pipe(outcome)
    }
  })

/**
 * A partner with a rule that pays 10, and several engines with their own connections. SQLite has one writer, so one
 * engine is enough.
 */
const openArena = (database: () => Promise<string>): Effect.Effect<Arena, unknown, Scope.Scope> =>
  Effect.gen(function* () {
    const client = layerFromUrl(yield* Effect.promise(database))
    const first = yield* Layer.build(Layer.fresh(engineOn(client)))
    const others = (yield* Effect.provide(onPostgres, first)) ? [1, 2, 3] : []
    const more = yield* Effect.forEach(others, () => Layer.build(Layer.fresh(engineOn(client))))
    const sql = (text: string) => Effect.provide(raw(text), first)
    const { partnerId, rule } = yield* Effect.provide(newPartner, first)
    for (const text of registrationRows(partnerId)) yield* sql(text)
    yield* rule({ maxNumberOfParticipant: 100_000 })
    const racers = yield* Effect.forEach([first, ...more], (engine) =>
      Effect.provide(racer(partnerId), engine)
    )
    const [home] = racers
    assert.ok(home)
    let count = 0
    const account = Effect.gen(function* () {
      const { sql: text, ...made } = accountRow(`racer-${++count}`)
      yield* sql(text)
      yield* sql(consentRow(partnerId, made.id).sql)
      return made
    })
    return {
      client,
      sql,
      home,
      racers,
      accounts: (count) => Effect.forEach(Array.from({ length: count }), () => account)
    }
  })

/** Runs the calls concurrently, distributed over the engines. */
const race = <A>(
  { racers }: Arena,
  calls: ReadonlyArray<(racer: Racer) => Effect.Effect<A>>
): Effect.Effect<ReadonlyArray<A>> =>
  Effect.all(
    calls.flatMap((call, index) => {
      const racer = racers[index % racers.length]
      return racer === undefined ? [] : [call(racer)]
    }),
    { concurrency: "unbounded" }
  )

const times = <A>(count: number, value: A): ReadonlyArray<A> => Array.from({ length: count }, () => value)

/** The coins of the members that these two ids lead to, counting each member once. */
const coinsOf = ({ home }: Arena, names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const wallets = new Map<string, number>()
    for (const userId of names) {
      const wallet = yield* Effect.option(home.members.wallet({ partnerId: home.partnerId, userId }))
      if (wallet._tag === "Some") wallets.set(wallet.value.id, wallet.value.coins / 10_000)
    }
    return { members: wallets.size, coins: [...wallets.values()].reduce((sum, coins) => sum + coins, 0) }
  })

const verified = ({ home }: Arena) => Effect.map(home.verify(), (found) => assert.deepEqual(found, []))

const rounds = 12

/** The state before, and the concurrent calls. All links succeed, or all find two members with awards. */
const contests: ReadonlyArray<{
  readonly name: string
  readonly before: (home: Racer, user: Account, own: string) => Effect.Effect<unknown, unknown>
  /** Awards before and during the race. */
  readonly awards: number
  readonly calls: (user: Account, own: string) => ReadonlyArray<(racer: Racer) => Effect.Effect<string>>
  readonly mayStayTwo: boolean
}> = [
  {
    name: "a user is awarded for the first time while being linked to a new id",
    before: () => Effect.void,
    awards: 4,
    calls: (user, own) => [
      ...times(4, ({ award }: Racer) => outcome(award(user.id))),
      ...times(3, ({ link }: Racer) => link(own, user.tag))
    ],
    mayStayTwo: false
  },
  {
    name: "a user is awarded for the first time while being linked to an id that has coins",
    before: (home, _, own) => Effect.zipRight(home.onboard(own), home.award(own)),
    awards: 4,
    calls: (user, own) => [
      ...times(2, ({ award }: Racer) => outcome(award(user.id))),
      ...times(2, ({ link }: Racer) => link(own, user.tag)),
      ({ award }) => outcome(award(own))
    ],
    mayStayTwo: true
  },
  {
    name: "a member without awards is awarded, onboarded and kept a record of while it gives way to another",
    before: (home, user, own) =>
      Effect.zipRight(home.onboard(own), Effect.zipRight(home.award(own), home.onboard(user.id))),
    awards: 3,
    calls: (user, own) => [
      ({ link }) => link(own, user.tag),
      ({ award }) => outcome(award(user.id)),
      ({ keepRecord }) => keepRecord(user.id),
      ({ onboard }) => outcome(onboard(user.id, own)),
      ({ award }) => outcome(award(own)),
      ({ link }) => link(own, user.tag)
    ],
    mayStayTwo: true
  },
  {
    name: "the partner onboards its own id while the user's member is about to take it",
    before: (home, user) => Effect.zipRight(home.onboard(user.id), home.award(user.id)),
    awards: 2,
    calls: (user, own) => [
      ({ onboard }) => outcome(onboard(own)),
      ({ link }) => link(own, user.tag),
      ({ award }) => outcome(award(user.id)),
      ({ link }) => link(own, user.tag)
    ],
    mayStayTwo: true
  }
]

/** Holds a lock in PostgreSQL in a separate transaction until it is released. */
const holding = (client: Client, text: string) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(Layer.fresh(Layer.orDie(client)))
    const held = yield* Deferred.make<void>()
    const done = yield* Deferred.make<void>()
    const hold = Effect.zipRight(
      raw(text),
      Effect.zipRight(Deferred.succeed(held, undefined), Deferred.await(done))
    )
    const sql = Context.get(context, SqlClient.SqlClient)
    const holder = yield* Effect.forkScoped(
      sql.withTransaction(hold).pipe(Effect.provide(context), Effect.orDie)
    )
    yield* inTime("the lock")(Effect.raceFirst(Deferred.await(held), Fiber.join(holder)))
    return Effect.zipRight(Deferred.succeed(done, undefined), Fiber.join(holder))
  })

const waiters = (arena: Arena, count: number) =>
  repeatUntil(
    `${count} calls that wait for a lock`,
    arena.sql(
      `SELECT 1 AS one FROM ${activity} WHERE datname = current_database() AND wait_event_type = 'Lock'`
    ),
    (rows) => rows.length >= count
  )

/** The link waits for a lock first, then an award that has already read the old state. Both then run in this order. */
const behind =
  (lock: (user: Account, partnerId: string) => string, isMember: boolean) =>
  (database: () => Promise<string>) =>
    Effect.gen(function* () {
      const arena = yield* openArena(database)
      const { home, racers } = arena
      const [user] = yield* arena.accounts(1)
      const [one, two] = racers
      assert.ok(user && one && two)
      yield* home.onboard("own", ...(isMember ? [user.id] : []))
      yield* home.award("own")
      const release = yield* holding(arena.client, lock(user, home.partnerId))
      const link = yield* Effect.fork(one.link("own", user.tag))
      yield* waiters(arena, 1)
      const award = yield* Effect.fork(outcome(two.award(user.id)))
      yield* waiters(arena, 2)
      yield* release
      assert.deepEqual([yield* Fiber.join(link), yield* Fiber.join(award)], ["ok", "ok"])
      assert.deepEqual(yield* coinsOf(arena, [user.id, "own"]), { members: 1, coins: 20 })
      yield* verified(arena)
    })

export const linkRaces = (name: string, database: () => Promise<string>): void =>
  describe(`${name}: links beside other writes`, () => {
    for (const { awards, before, calls, mayStayTwo, name } of contests) {
      it.live(name, () =>
        Effect.gen(function* () {
          const arena = yield* openArena(database)
          const users = yield* arena.accounts(rounds)
          for (const [index, user] of users.entries()) yield* before(arena.home, user, `own-${index}`)
          const found = yield* Effect.forEach(
            users,
            (user, index) => race(arena, calls(user, `own-${index}`)),
            { concurrency: 3 }
          )
          for (const [index, user] of users.entries()) {
            const outcomes = tally(found[index] ?? [])
            const { members, coins } = yield* coinsOf(arena, [user.id, `own-${index}`])
            const refused = outcomes.AlreadyLinked ?? 0
            assert.deepEqual(Object.keys(outcomes).toSorted(), refused > 0 ? ["AlreadyLinked", "ok"] : ["ok"])
            assert.ok(refused === 0 || mayStayTwo)
            assert.equal(members, refused > 0 ? 2 : 1)
            assert.equal(coins, 10 * awards)
          }
          yield* verified(arena)
        })
      )
    }

    it.live("of several users linked concurrently to one id, one succeeds", () =>
      Effect.gen(function* () {
        const arena = yield* openArena(database)
        const users = yield* arena.accounts(8)
        const found = yield* race(
          arena,
          users.map(
            ({ tag }) =>
              ({ link }: Racer) =>
                link("wanted", tag)
          )
        )
        assert.deepEqual(tally(found), { ok: 1, AlreadyLinked: 7 })
        yield* verified(arena)
      })
    )

    it.live("of several ids linked concurrently to one user, one succeeds", () =>
      Effect.gen(function* () {
        const arena = yield* openArena(database)
        const [user] = yield* arena.accounts(1)
        assert.ok(user)
        yield* arena.home.onboard(user.id)
        const found = yield* race(
          arena,
          Array.from(
            { length: 8 },
            (_, index) =>
              ({ link }: Racer) =>
                link(`id ${index}`, user.tag)
          )
        )
        assert.deepEqual(tally(found), { ok: 1, AlreadyLinked: 7 })
        yield* verified(arena)
      })
    )

    if (name !== "PostgreSQL") return
    it.live("an award whose wallet was removed by a link goes to the linked member", () =>
      behind(
        ({ id }, partnerId) => `SELECT a.id FROM rewards_account a JOIN rewards_member m ON m.id = a.id
        WHERE a.partner_id = '${partnerId}' AND m.partner_id = '${partnerId}' AND m.user_id = '${id}' FOR UPDATE OF a`,
        true
      )(database)
    )
    it.live("a first award that waits for a link goes to the linked member", () =>
      // The link has written its id, and waits to write its audit entry.
      behind(() => "LOCK TABLE rewards_audit IN SHARE MODE", false)(database)
    )
  })
