import assert from "node:assert/strict"
import { Effect } from "effect"
import { it as alone, type Tests } from "../../support/effect.ts"
import { freshEngine, type MakeClient, newPartner, onPostgres, raw } from "../../support/world.ts"
import { type BoardsEngine, newBoards } from "../partner.ts"

const members = 300
const rounds = 12

interface Rung {
  readonly level: number
  readonly members: number
}

/** How many members each rung of the earners' board holds, from the top of the board, by level. */
const ladderOf = (partnerId: string) =>
  Effect.map(
    raw(
      `SELECT level, members FROM rewards_rung WHERE partner_id = UUID '${partnerId}' AND board = 0 ORDER BY level, rank_key`
    ),
    (rows) => {
      const rungs = rows.map((row): Rung => ({ level: Number(row.level), members: Number(row.members) }))
      return [1, 2, 3].map((level) =>
        rungs.filter((rung) => rung.level === level).map((rung) => rung.members)
      )
    }
  )

/** A rung without members. Rank keys begin with a byte below 32. */
const addEmptyRung = (partnerId: string, board: number, key: string, level = 1) =>
  Effect.gen(function* () {
    const literal = (yield* onPostgres) ? `'\\x${key}'::bytea` : `X'${key}'`
    yield* raw(
      `INSERT INTO rewards_rung (partner_id, board, level, rank_key, members) VALUES (UUID '${partnerId}', ${board}, ${level}, ${literal}, 0)`
    )
  })

/** A partner on whose board `join` puts new members, behind those who are there, and `lead` puts them before. */
const growing = Effect.gen(function* () {
  const partner = yield* newPartner
  yield* partner.rule({ maxNumberOfParticipant: 10_000 })
  yield* partner.rule({ name: "lead", coinValue: 20 })
  let joined = 0
  const awarded = (ruleName: string) => (count: number) =>
    Effect.gen(function* () {
      const userIds = Array.from({ length: count }, () => `user ${joined++}`)
      yield* partner.onboard(...userIds)
      yield* partner.awardMany(userIds.map((userId) => ({ userId, ruleName })))
      yield* partner.boards.points({ partnerId: partner.partnerId })
    })
  return { ...partner, join: awarded("signup"), lead: awarded("lead") }
})

const times = <A>(count: number, value: A): ReadonlyArray<A> => Array.from({ length: count }, () => value)

export const rungs = (it: Tests<BoardsEngine>, makeClient: MakeClient): void => {
  alone.live("rungs are divided when they hold or cover too much, and not before", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* growing, yield* growing]
      yield* one.join(200)
      yield* one.join(56)
      assert.deepEqual(yield* ladderOf(one.partnerId), [[256], [256], [256]])
      yield* one.join(1)
      assert.deepEqual(yield* ladderOf(one.partnerId), [[64, 64, 64, 64, 1], [257], [257]])
      // As many rungs as one of level 2 may cover.
      for (let index = 0; index < 123; index++) {
        yield* addEmptyRung(one.partnerId, 0, `1f${index.toString(16).padStart(4, "0")}`)
      }
      yield* other.join(300)
      assert.deepEqual(yield* ladderOf(other.partnerId), [[64, 64, 64, 64, 44], [300], [300]])
      yield* one.join(256)
      const [first, second, third] = yield* ladderOf(one.partnerId)
      assert.deepEqual(first, [...times(8, 64), 1, ...times(123, 0)])
      // 132 rungs, in pieces of 32.
      assert.deepEqual(second, [513, 0, 0, 0, 0])
      assert.deepEqual(third, [513])
      assert.deepEqual(yield* one.verify(), [])
    }).pipe(Effect.provide(freshEngine(makeClient, { backgroundFolds: false })))
  )

  for (const [empty, covered, second] of [
    [119, 128, [513]],
    [120, 129, [513, 0, 0, 0, 0]]
  ] as const) {
    alone.live(`a rung of level 2 that covers ${covered} is ${covered > 128 ? "" : "not "}divided`, () =>
      Effect.gen(function* () {
        const { join, partnerId } = yield* growing
        yield* join(257)
        for (let index = 0; index < empty; index++) {
          yield* addEmptyRung(partnerId, 0, `1f${index.toString(16).padStart(4, "0")}`)
        }
        // The next one of level 2 covers another.
        for (const level of [1, 2]) yield* addEmptyRung(partnerId, 0, "1fffff", level)
        yield* join(256)
        const [first, ladder] = yield* ladderOf(partnerId)
        assert.equal(first?.length, covered + 1)
        assert.deepEqual(ladder, [...second, 0])
      }).pipe(Effect.provide(freshEngine(makeClient, { backgroundFolds: false })))
    )
  }

  alone.live("a rung is divided up to the next one, whose first member it does not count", () =>
    Effect.gen(function* () {
      const { join, lead, partnerId, verify } = yield* growing
      yield* join(300)
      yield* lead(193)
      assert.deepEqual(yield* ladderOf(partnerId), [[64, 64, 64, 64, 1, 64, 64, 64, 44], [493], [493]])
      assert.deepEqual(yield* verify(), [])
    }).pipe(Effect.provide(freshEngine(makeClient, { backgroundFolds: false })))
  )

  alone.live(
    "every fourth division removes empty rungs of its own boards, up to the next rung of level 2",
    () =>
      Effect.gen(function* () {
        const [one, other] = [yield* growing, yield* growing]
        yield* other.join(300)
        yield* one.join(300)
        yield* one.join(300)
        const empty = { before: "00", after: "1f" }
        for (const { partnerId } of [one, other]) {
          for (const board of [0, 1]) {
            for (const key of Object.values(empty)) yield* addEmptyRung(partnerId, board, key)
          }
        }
        for (const level of [1, 2]) yield* addEmptyRung(one.partnerId, 0, "1e", level)
        yield* one.join(300)
        const left = (partnerId: string, board: number) =>
          Effect.map(
            raw(
              `SELECT rank_key FROM rewards_rung WHERE partner_id = UUID '${partnerId}' AND board = ${board} AND level = 1 AND members = 0
             AND LENGTH(rank_key) > 0 ORDER BY rank_key`
            ),
            (rows) => rows.map((row) => Buffer.from(row.rank_key as Uint8Array).toString("hex"))
          )
        assert.deepEqual(yield* left(one.partnerId, 0), ["1e", empty.after])
        const others = [
          [one.partnerId, 1],
          [other.partnerId, 0],
          [other.partnerId, 1]
        ] as const
        for (const [partnerId, board] of others)
          assert.deepEqual(yield* left(partnerId, board), [empty.before, empty.after])
        // Four divisions later, those of the next stretch.
        for (let division = 0; division < 4; division++) yield* one.join(300)
        assert.deepEqual(yield* left(one.partnerId, 0), [])
      }).pipe(Effect.provide(freshEngine(makeClient, { backgroundFolds: false })))
  )

  it.live("rungs below rising members are removed", () =>
    Effect.gen(function* () {
      const { awardMany, boards, verify, onboard, partnerId, rule, setTime } = yield* newBoards
      yield* rule({ maxNumberOfParticipant: members })
      const userIds = Array.from({ length: members }, (_, index) => `user ${index}`)
      yield* onboard(...userIds)
      for (let round = 0; round < rounds; round++) {
        setTime(Date.UTC(2025, 6, 1, round))
        yield* awardMany(userIds.map((userId) => ({ userId, ruleName: "signup" })))
        // A read folds what is pending, so each round is folded by itself.
        yield* boards.points({ partnerId })
      }
      const [ladder] = yield* raw(
        `SELECT COUNT(DISTINCT rank_key) AS rungs, SUM(members) AS members FROM rewards_rung
         WHERE partner_id = UUID '${partnerId}' AND board = 0 AND level = 1`
      )
      assert.equal(Number(ladder?.members), members)
      // Each round divides the first rung into five and empties those of the previous round. Some empty rungs are not
      // removed yet.
      assert.ok(Number(ladder?.rungs) <= 30, `${ladder?.rungs} rungs for ${members} members`)
      const found = yield* verify()
      assert.deepEqual(
        found.filter((divergence) => divergence.partnerId === partnerId),
        []
      )
    })
  )

  it.live("boards that are rebuilt from the ledger are the same, and can be updated", () =>
    Effect.gen(function* () {
      const { award, awardMany, boards, verify, onboard, partnerId, rule, transfer } = yield* newBoards
      yield* rule({ maxNumberOfParticipant: members })
      const userIds = Array.from({ length: members }, (_, index) => `user ${index}`)
      yield* onboard(...userIds)
      yield* awardMany(userIds.map((userId) => ({ userId, ruleName: "signup" })))
      yield* boards.points({ partnerId })
      yield* transfer("user 3", 4)
      yield* boards.points({ partnerId })
      const scores = raw(
        `SELECT board, member_id, score, rank_key FROM rewards_score WHERE partner_id = UUID '${partnerId}' ORDER BY board, rank_key`
      )
      const before = yield* scores
      yield* boards.rebuild({ partnerId })
      assert.deepEqual(yield* scores, before)
      yield* award("user 7")
      assert.equal((yield* boards.position({ partnerId, userId: "user 7" })).position, 1)
      const found = yield* verify()
      assert.deepEqual(
        found.filter((divergence) => divergence.partnerId === partnerId),
        []
      )
    })
  )
}
