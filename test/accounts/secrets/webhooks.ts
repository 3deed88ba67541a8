// The part of the walk that is about webhooks.
import { Schema } from "effect"
import { type Call, get, patch, post, remove, withBearer } from "../../support/calls.ts"
import { eventually } from "../../support/wait.ts"
import type { Journey, Visit } from "./journey.ts"

interface Walker {
  readonly journey: Journey
  readonly as: (call: Call) => Call
  readonly expect: (status: number, call: Call) => Promise<Visit>
  readonly secret: (name: string) => string
}

const Answer = Schema.Struct({ data: Schema.Record({ key: Schema.String, value: Schema.Unknown }) })
const List = Schema.Struct({
  data: Schema.Struct({ data: Schema.Array(Schema.Struct({ id: Schema.String })) })
})

const dataOf = ({ reply }: Visit, field: string): string =>
  String(Schema.decodeUnknownSync(Answer)(reply.body).data[field])

/**
 * A webhook's secret signs, so its row has it, until the webhook is deleted. Nobody listens at its port: its one delivery waits.
 */
export const walkWebhooks = async ({ as, expect, journey, secret }: Walker): Promise<void> => {
  const all = "/laas/webhooks"
  await expect(400, as(post(all, { url: secret("no address") })))
  const made = await expect(201, as(post(all, { url: "http://127.0.0.1:1/" })))
  journey.given(made, "the signing secret", dataOf(made, "secret"))
  await expect(401, withBearer(get(all), secret("no token for webhooks")))
  await expect(200, as(get(all)))

  const one = `${all}/${dataOf(made, "id")}`
  const none = `${all}/${secret("no webhook")}`
  await expect(400, as(get(none)))
  await expect(200, as(get(one)))
  await expect(400, as(patch(one, { secret: secret("a chosen secret") })))
  await expect(200, as(patch(one, { description: "hooks" })))
  await expect(400, as(post(`${none}/rotate`)))
  const rotated = await expect(200, as(post(`${one}/rotate`)))
  journey.given(rotated, "the second signing secret", dataOf(rotated, "secret"))
  await expect(400, as(post(`${none}/test`)))
  await expect(200, as(post(`${one}/test`)))

  const rule = { name: "hooked", coinValue: "1", maxNumberOfParticipant: "1", condition: "any" }
  await expect(201, as(post("/laas/rules/create-rule", rule)))
  await expect(400, as(get(`${one}/deliveries?state=${secret("no state")}`)))
  const waiting = async (): Promise<string> => {
    const read = async () => {
      const { reply } = await expect(200, as(get(`${one}/deliveries`)))
      return Schema.decodeUnknownSync(List)(reply.body).data.data
    }
    const [first] = await eventually("a delivery", read, (found) => found.length > 0)
    return first?.id ?? ""
  }
  await expect(400, as(post(`${one}/deliveries/${secret("no delivery")}/redeliver`)))
  await expect(200, as(post(`${one}/deliveries/${await waiting()}/redeliver`)))
  await expect(400, as(remove(none)))
  await expect(200, as(remove(one)))
}
