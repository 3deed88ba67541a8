import { dataIn, type Reply } from "../../support/calls.ts"
import { eventually } from "../../support/wait.ts"
import type { Scene } from "./scene.ts"

const unknown = "01a1dd04-59e9-7000-9022-9805fb1f6534"

const firstOf = ({ body }: Reply): Readonly<Record<string, unknown>> | undefined => {
  const { data } = dataIn(body)
  return Array.isArray(data) ? data[0] : undefined
}

/** Looks until the newest delivery has been made: the sender works in the background. */
const delivered = async (look: () => Promise<Reply>) => {
  const read = async () => firstOf(await look())
  const first = await eventually("a delivery", read, (found) => found?.state === "delivered")
  return first ?? {}
}

/** A webhook exists before what it is told of. */
export const webhooks = async (scene: Scene): Promise<void> => {
  const { change, erase, read, receiver, send, take, write } = scene
  const home = "/laas/webhooks"
  await take("webhooks.create", write(home, { url: "ftp://shop.example/hooks" }))
  const created = await take(
    "webhooks.create",
    write(home, {
      url: receiver.url,
      types: ["award.paid", "coins.transferred"],
      description: "Order system"
    })
  )
  const one = `${home}/${dataIn(created.body).id}`
  const none = `${home}/${unknown}`
  await take("webhooks.get", read(one))
  await take("webhooks.get", read(none))
  await take("webhooks.list", read(home))
  await take("webhooks.list", { ...read(home), headers: {} })
  await take("webhooks.test", write(`${one}/test`))
  await take("webhooks.test", write(`${none}/test`))

  await send(write("/laas/rules/award", { userId: "customer-8", ruleName: "order" }))
  const delivery = await delivered(() => send(read(`${one}/deliveries`)))
  await take("webhooks.deliveries", read(`${one}/deliveries?state=delivered&limit=1`))
  await take("webhooks.deliveries", read(`${one}/deliveries?state=lost`))
  await take("webhooks.redeliver", write(`${one}/deliveries/${delivery.id}/redeliver`))
  await take("webhooks.redeliver", write(`${one}/deliveries/${unknown}/redeliver`))

  await take("webhooks.update", change(one, { status: "paused" }))
  await take("webhooks.update", change(one, { status: "off" }))
  await take("webhooks.rotate", write(`${one}/rotate`))
  await take("webhooks.rotate", write(`${none}/rotate`))
  await take("webhooks.remove", erase(one))
  await take("webhooks.remove", erase(none))
}

export const events = async ({ read, take }: Scene): Promise<void> => {
  await take("events.list", read("/laas/events?types=award.paid&limit=1"))
  await take("events.list", read("/laas/events?types=award.lost"))
}
