import assert from "node:assert/strict"
import { makeArena, ok, read } from "../../rewards/races/arena.ts"
import { inItsOwnProcess, type Process, type Racer } from "../../rewards/races/team.ts"
import { afterAll, beforeAll, describe, it } from "../../support/effect.ts"
import { sized } from "../../support/sized.ts"

/** How often an award is made in one process and looked for in another. */
const tries = sized("TRIES", { short: 15, whole: 40, long: 300 })

/** How many milliseconds after the questions a process is killed. */
const pauses = [0, 3, 8, 20].slice(0, sized("KILLS", { short: 2, long: 4 }))

/** How often four processes award, read and fold at the same time. */
const rounds = sized("ROUNDS", { short: 2, long: 8 })

const userIds = Array.from({ length: 200 }, (_, index) => `user ${index}`)

/** A rule of one coin and its members, in an arena of these processes. */
const open = async (racers: ReadonlyArray<Racer>) => {
  const arena = await makeArena(racers)
  await arena.rule({ name: "signup", coinValue: 1, maxNumberOfParticipant: 1000 })
  await arena.members(userIds.length)
  const { partnerId } = arena
  return {
    ...arena,
    one: (userId: string) => ({ partnerId, userId, ruleName: "signup" }),
    all: userIds.map((userId) => ({ partnerId, userId, ruleName: "signup" })),
    /** Asserts that the board holds what the wallets hold. Nobody has given coins back. */
    agrees: async (reader: Racer) => {
      for (const userId of userIds.filter((_, index) => index % 20 === 0)) {
        const amount = Number(read(await reader.call("position", { partnerId, userId }), "amount")) / 10_000
        assert.equal(amount, await arena.coins(userId))
      }
      await arena.verified()
    }
  }
}

/** Boards that several processes award, read and fold. */
export const boardsOfProcesses = (name: string, makeUrl: () => Promise<string>): void => {
  describe(`boards of several processes, on ${name}`, () => {
    let url = ""
    /** A process takes longer to start than most of what it does here, so the tests share them. */
    let team: ReadonlyArray<Process> = []
    beforeAll(async () => {
      url = await makeUrl()
      team = await Promise.all([1, 2, 3, 4].map(() => inItsOwnProcess(url)))
    })
    afterAll(() => Promise.all(team.map((racer) => racer.stop())))

    const member = (index: number): Process => team[index] ?? assert.fail("the processes did not start")

    it(
      `show an award to every reader that starts after its answer (${tries} times)`,
      async () => {
        const [writer, reader] = [member(0), member(1)]
        const { agrees, all, one, partnerId } = await open([writer])
        let made = 0
        let isDone = false
        // Others are awarded all the time, so that folds run while awards are made and looked for.
        const noise = async () => {
          while (!isDone) {
            ok(await writer.call("awardMany", all.slice(100, 120)))
            await Bun.sleep(5)
          }
        }
        const running = noise()
        for (let round = 0; round < tries; round++) {
          ok(await writer.call("award", one("user 0")))
          made += 1
          const position = { partnerId, userId: "user 0" }
          const replies = await Promise.all([
            reader.call("position", position),
            reader.call("points", { partnerId, userId: "user 0" }),
            writer.call("position", position)
          ])
          const amounts = replies.map(
            (reply) => read(reply, "amount") ?? Reflect.get(Object(read(reply, "userPosition")), "amount")
          )
          assert.deepEqual(amounts, Array(3).fill(made * 10_000))
        }
        isDone = true
        await running
        await agrees(reader)
      },
      240_000 + tries * 100
    )

    it("are folded once, however many processes award, read and fold at the same time", async () => {
      const { agrees, all, partnerId, race } = await open(team)
      for (let round = 0; round < rounds; round++) {
        const [awarded, shown] = await Promise.all([
          race(
            "awardMany",
            Array.from({ length: 8 }, (_, index) => all.slice(index * 10, index * 10 + 100))
          ),
          race(
            "points",
            Array.from({ length: 24 }, () => ({ partnerId, take: 100 }))
          )
        ])
        for (const reply of [...awarded, ...shown]) ok(reply)
      }
      await agrees(member(0))
    })

    it("are whole after a process was killed while it folded", async () => {
      const survivor = member(0)
      const { agrees, all, partnerId } = await open([survivor])
      for (const pause of pauses) {
        const victim = await inItsOwnProcess(url)
        for (let bulk = 0; bulk < 4; bulk++) ok(await victim.call("awardMany", all))
        const asked = Array.from({ length: 4 }, () => victim.call("points", { partnerId }))
        await Bun.sleep(pause)
        await victim.kill()
        for (const { tag } of await Promise.all(asked)) assert.match(tag, /^(ok|Died)$/)
        await agrees(survivor)
      }
    })
  })
}
