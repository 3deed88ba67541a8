// A partner of the test's own, with the racers that will fight over its rules and wallets.
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

  return {
    partnerId,
    one,
    /** Creates a rule and returns its id. */
    rule: async (fields: Partial<Omit<CreateRuleInput, "partnerId">>) =>
      String(field(await one("create", ruleInput(partnerId, fields)), "id")),
    /** Onboards so many members and returns their user ids. */
    members: async (count: number) => {
      const userIds = Array.from({ length: count }, (_, index) => `user ${index}`)
      await one(
        "onboard",
        userIds.map((userId) => ({ partnerId, userId }))
      )
      return userIds
    },
    /** All at once, dealt out to the racers in turn. */
    race: <M extends Method>(method: M, inputs: ReadonlyArray<Inputs[M]>): Promise<ReadonlyArray<Reply>> =>
      Promise.all(inputs.map((input, index) => (racers[index % racers.length] ?? home).call(method, input))),
    /** The same input from each of the racers, so many times. */
    everybody: <M extends Method>(
      method: M,
      input: Inputs[M],
      times: number
    ): Promise<ReadonlyArray<Reply>> =>
      Promise.all(racers.flatMap((racer) => Array.from({ length: times }, () => racer.call(method, input)))),
    coins: async (userId: string) =>
      Number(field(await one("wallet", { partnerId, userId }), "coins")) / 10_000,
    participants: async (name: string) =>
      Number(field(await one("find", { partnerId, name }), "participants")),
    /** Nothing of this partner's differs from its history. */
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
