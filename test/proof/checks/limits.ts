import assert from "node:assert/strict"
import { makeRandom } from "../../../server/cli/demo/random.ts"
import { type Arena, makeArena, read, tags } from "../../rewards/races/arena.ts"
import { inItsOwnProcess } from "../../rewards/races/team.ts"
import { tally } from "../../support/expect.ts"
import { Violations } from "../../support/Violations.ts"
import type { Check, Run } from "../check.ts"
import { emptyDatabase } from "../shop/databases.ts"

const callers = 500
const processes = 4
const coinValue = 10

/** A limit that lets exactly `places` of the awards pay, and the tag with which the others are refused. */
interface Kind {
  readonly rule: (places: number) => Parameters<Arena["rule"]>[0]
  readonly refusal: string
  /** Whether one member makes all calls, instead of one member each. */
  readonly alone: boolean
}

const kinds: ReadonlyArray<Kind> = [
  {
    rule: (places) => ({ maxNumberOfParticipant: places }),
    refusal: "ParticipantLimitReached",
    alone: false
  },
  { rule: (places) => ({ userLimitAward: places }), refusal: "UserLimitReached", alone: true },
  {
    rule: (places) => ({ limits: [{ per: "rule", period: "ever", awards: places }] }),
    refusal: "LimitReached",
    alone: false
  },
  {
    // The coins of a place more would be too many, those of the last one are not.
    rule: (places) => ({ limits: [{ per: "rule", period: "ever", coins: String(places * coinValue + 9) }] }),
    refusal: "LimitReached",
    alone: false
  },
  {
    rule: (places) => ({ limits: [{ per: "member", period: "ever", awards: places }] }),
    refusal: "LimitReached",
    alone: true
  }
]

const run = async ({ database, progress, rounds, seed }: Run) => {
  const random = makeRandom(seed)
  const url = await emptyDatabase(database)
  const racers = await Promise.all(Array.from({ length: processes }, () => inItsOwnProcess(url)))
  const violations = new Violations("too many", "too few")
  let [paid, refused] = [0, 0]
  try {
    const arena = await makeArena(racers)
    const userIds = await arena.members(callers)
    const { partnerId } = arena
    for (let round = 0; round < rounds; round++) {
      const kind = kinds[round % kinds.length] ?? kinds[0]
      assert.ok(kind)
      // One place and one too few are where a limit goes wrong first.
      const places = random.pick([1, callers - 1, 1 + random.below(callers - 1), 1 + random.below(20)])
      const ruleName = `round ${round}`
      await arena.rule({ name: ruleName, coinValue, ...kind.rule(places) })
      const awards = userIds.map((userId) => ({
        partnerId,
        userId: kind.alone ? "user 0" : userId,
        ruleName
      }))
      const replies = await arena.race("award", awards)
      const told = `seed ${seed}, round ${round}: ${places} places, ${kind.refusal}`
      const ok = replies.filter(({ tag }) => tag === "ok").length
      violations.examine("too many", ok > places, () => `${told}: ${ok} were paid`)
      violations.examine("too few", ok < places, () => `${told}: ${ok} were paid`)
      violations.throwIfAny()
      assert.deepEqual(tally(tags(replies)), { ok: places, [kind.refusal]: callers - places }, told)
      assert.ok(
        replies.every((reply) => reply.tag !== "ok" || read(reply, "awarded") === true),
        told
      )
      assert.equal(await arena.participants(ruleName), kind.alone ? 1 : places, told)
      paid += places
      refused += callers - places
      const coins = await Promise.all(userIds.map(arena.coins))
      assert.equal(
        coins.reduce((sum, each) => sum + each, 0),
        paid * coinValue,
        told
      )
      if ((round + 1) % 20 === 0 || round + 1 === rounds) await arena.verified()
      progress(round + 1)
    }
  } finally {
    await Promise.all(racers.map((racer) => racer.stop()))
  }
  return { callers, processes, paid, refused, ...violations.figures() }
}

export const limits: Check = {
  name: "limits",
  claim: "A limit of K lets exactly K awards pay, for any number of callers and processes",
  unit: "rounds",
  rounds: { short: 5, full: 300 },
  databases: ["postgres", "citus"],
  run
}
