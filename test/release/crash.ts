import assert from "node:assert/strict"
import { makeArena, ok, read } from "../rewards/races/arena.ts"
import type { Reply } from "../rewards/races/protocol.ts"
import { inItsOwnProcess } from "../rewards/races/team.ts"
import { describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { migratedDatabase } from "../support/migrated.ts"

const databases = [
  { name: "PostgreSQL", url: migratedDatabase },
  { name: "SQLite", url: async () => `sqlite:${await freshFile()}` }
]

/** Small groups, so that at the time of the kill some awards are written, some are being written and some wait. */
const maxGroup = 10

const awards = (partnerId: string, round: number) =>
  Array.from({ length: 150 }, (_, index) => ({
    partnerId,
    userId: `user ${index % 5}`,
    ruleName: index % 3 === 0 ? "single" : "batched",
    idempotencyKey: `round ${round}, award ${index}`
  }))

/** Sends all requests to a process and kills it after this many answers. Every answered award must persist. */
const cutOff = async (url: string, inputs: ReturnType<typeof awards>, answered: number) => {
  const victim = await inItsOwnProcess(url, maxGroup)
  let count = 0
  let kill = () => {}
  const due = new Promise<void>((resolve) => {
    kill = resolve
  })
  const replies = inputs.map(async (input) => {
    const reply = await victim.call("award", input)
    count += 1
    if (count >= answered) kill()
    return reply
  })
  if (answered === 0) kill()
  await due
  await victim.kill()
  return Promise.all(replies)
}

const sameAward = (reply: Reply, again: Reply): void => {
  assert.equal(read(again, "replayed"), true)
  assert.deepEqual({ ...(ok(again) as object), replayed: false }, ok(reply))
}

for (const { name, url: makeUrl } of databases) {
  describe(`a process that is killed while writing to ${name}`, () => {
    it("leaves a ledger without divergence, and keys that make every award happen once", async () => {
      const url = await makeUrl()
      const survivor = await inItsOwnProcess(url)
      try {
        const arena = await makeArena([survivor])
        await arena.rule({ name: "single", coinValue: 1 })
        await arena.rule({ name: "batched", coinValue: 1, type: "batched", completionNumber: 4 })
        await arena.members(5)
        let died = 0
        const rounds = [0, 1, 40]
        for (const [round, answered] of rounds.entries()) {
          const inputs = awards(arena.partnerId, round)
          const replies = await cutOff(url, inputs, answered)
          for (const reply of replies) assert.match(reply.tag, /^(ok|Died)$/, reply.message)
          died += replies.filter(({ tag }) => tag === "Died").length
          await arena.verified()
          const again = await arena.race("award", inputs)
          for (const [index, reply] of again.entries()) {
            const first = replies[index]
            assert.equal(reply.tag, "ok", reply.message)
            if (first?.tag === "ok") sameAward(first, reply)
          }
          await arena.verified()
        }
        assert.ok(died > 0, "every process had answered everything before it was killed")
        // Of each round's 150 awards, 50 are single; of its 100 completions, every fourth of a member pays.
        const total = (
          await Promise.all([0, 1, 2, 3, 4].map((index) => arena.coins(`user ${index}`)))
        ).reduce((sum, coins) => sum + coins, 0)
        assert.equal(total, rounds.length * 50 + 5 * Math.floor((rounds.length * 20) / 4))
      } finally {
        await survivor.stop()
      }
    })
  })
}
