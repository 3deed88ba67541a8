// A partner for one test, and the engines that compete for its rules and wallets.
import assert from "node:assert/strict"
import type { CreateRuleInput } from "../../../lib/index.ts"
import { ruleInput } from "../../support/world.ts"
import type { Inputs, Method, Reply } from "./protocol.ts"
import type { Racer } from "./team.ts"

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

export const read = (reply: Reply, name: string): unknown => field(reply.value, name)

/** The value of a reply that must be a success. */
export const ok = (reply: Reply): unknown => {
  assert.equal(reply.tag, "ok", reply.message)
  return reply.value
}

export const tags = (replies: ReadonlyArray<Reply>): ReadonlyArray<string> => {
  const defect = replies.find(({ tag }) => tag === "Defect")
  assert.equal(defect, undefined, defect?.message)
  return replies.map(({ tag }) => tag)
}

export const makeArena = async (racers: ReadonlyArray<Racer>) => {
  const home = racers[0]
  assert.ok(home)
  const one = async <M extends Method>(method: M, input: Inputs[M]) => ok(await home.call(method, input))
  const partnerId = String(field(await one("partner", { name: "arena" }), "id"))

  let ahead = 0
  return {
    partnerId,
    one,
    /** How far the clocks of all engines are ahead of the real time. */
    get ahead() {
      return ahead
    },
    /** Moves the clocks of all engines forward. */
    travel: async (milliseconds: number) => {
      const moved = await Promise.all(racers.map((racer) => racer.call("travel", milliseconds)))
      ahead = Math.max(...moved.map((reply) => Number(field(ok(reply), "ahead"))))
    },
    /** Creates a rule and returns its id. */
    rule: async (fields: Partial<Omit<CreateRuleInput, "partnerId">>) =>
      String(field(await one("create", ruleInput(partnerId, fields)), "id")),
    /** Onboards this many members and returns their user ids. */
    members: async (count: number) => {
      const userIds = Array.from({ length: count }, (_, index) => `user ${index}`)
      await one(
        "onboard",
        userIds.map((userId) => ({ partnerId, userId }))
      )
      return userIds
    },
    /** Runs all calls concurrently, distributed over the engines. */
    race: <M extends Method>(method: M, inputs: ReadonlyArray<Inputs[M]>): Promise<ReadonlyArray<Reply>> =>
      Promise.all(inputs.map((input, index) => (racers[index % racers.length] ?? home).call(method, input))),
    /** Sends the same input from each engine, `times` times. */
    fromEach: <M extends Method>(method: M, input: Inputs[M], times: number): Promise<ReadonlyArray<Reply>> =>
      Promise.all(racers.flatMap((racer) => Array.from({ length: times }, () => racer.call(method, input)))),
    coins: async (userId: string) =>
      Number(field(await one("wallet", { partnerId, userId }), "coins")) / 10_000,
    participants: async (name: string) =>
      Number(field(await one("find", { partnerId, name }), "participants")),
    /** Asserts that `verify` finds no divergence for this partner. */
    verified: async () => {
      const divergences = await one("verify", null)
      assert.ok(Array.isArray(divergences))
      assert.deepEqual(
        divergences.filter((divergence) => field(divergence, "partnerId") === partnerId),
        []
      )
    }
  }
}

export type Arena = Awaited<ReturnType<typeof makeArena>>
