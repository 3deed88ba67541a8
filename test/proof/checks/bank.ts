import assert from "node:assert/strict"
import { makeRandom } from "../../../server/cli/demo/random.ts"
import { makeArena, tags } from "../../rewards/races/arena.ts"
import { inItsOwnProcess } from "../../rewards/races/team.ts"
import { Violations } from "../../support/Violations.ts"
import { type BankViolations, openReader } from "../bank/reader.ts"
import type { Check, Run } from "../check.ts"
import { emptyDatabase } from "../shop/databases.ts"

const processes = 3
const members = 60
const accepted = ["ok", "InsufficientCoins"]
/** Calls of a batch: what is under way at once. */
const atOnce = 240

const run = async ({ database, progress, rounds, seed }: Run) => {
  const random = makeRandom(seed)
  const url = await emptyDatabase(database)
  const racers = await Promise.all(Array.from({ length: processes }, () => inItsOwnProcess(url)))
  const violations: BankViolations = new Violations("not zero", "negative", "not its transfers")
  const counts = { awards: 0, transfers: 0, refused: 0 }
  const arena = await makeArena(racers)
  const reader = await openReader(url, arena.partnerId, violations)
  try {
    await arena.rule({ name: "three", coinValue: 3 })
    await arena.rule({ name: "tenth", coinValue: "0.1" })
    const userIds = (await arena.members(members)) as [string, ...Array<string>]
    const { partnerId } = arena
    let [writing, done] = [true, 0]

    const write = async () => {
      while (done < rounds) {
        const size = Math.min(atOnce, rounds - done)
        done += size
        const transfers = random.below(size + 1)
        const [awarded, moved] = await Promise.all([
          arena.race(
            "award",
            Array.from({ length: size - transfers }, () => ({
              partnerId,
              userId: random.pick(userIds),
              ruleName: random.pick(["three", "tenth"])
            }))
          ),
          arena.race(
            "transfer",
            Array.from({ length: transfers }, () => ({
              partnerId,
              userId: random.pick(userIds),
              coins: random.pick([1, 2.5, 7])
            }))
          )
        ])
        assert.ok(tags(awarded).every((tag) => tag === "ok"))
        for (const { message, tag } of moved) assert.ok(accepted.includes(tag), message)
        counts.awards += awarded.length
        counts.transfers += moved.filter(({ tag }) => tag === "ok").length
        counts.refused += moved.filter(({ tag }) => tag !== "ok").length
        progress(Math.min(done, rounds))
      }
      writing = false
    }
    const watch = async () => {
      // At least one snapshot, and as many as fit beside the work.
      do await reader.look()
      while (writing)
    }
    await Promise.all([write().finally(() => (writing = false)), watch()])
    await reader.look()
    await arena.verified()
  } finally {
    await reader.close()
    await Promise.all(racers.map((racer) => racer.stop()))
  }
  const { moving, snapshots } = reader.seen()
  assert.ok(moving > 1, "the snapshots saw no movement")
  return { ...counts, snapshots, "different states": moving, ...violations.figures() }
}

export const bank: Check = {
  name: "bank",
  claim:
    "At every moment all balances sum to zero, no wallet is negative, and each is the sum of its transfers",
  unit: "operations",
  rounds: { short: 5000, full: 500_000 },
  databases: ["sqlite", "postgres", "citus"],
  run
}
