// A process that awards and sends webhooks until it is killed. Arguments: the URL of the database, the partner, a name for its
// idempotency keys, and the length of its leases in milliseconds. It prints a line for each award that was answered.
import { Effect } from "effect"
import { Awards } from "../../lib/index.ts"
import { openWorld } from "../support/world.ts"
import { quick } from "./scene.ts"

const [url = "", partnerId = "", name = "", lease = "1000"] = process.argv.slice(2)
const world = await openWorld(url, { accounts: { webhookSender: { ...quick, lease: Number(lease) } } })

const award = async (writer: number) => {
  for (let count = 0; ; count++) {
    const idempotencyKey = `${name} ${writer} ${count}`
    const input = { partnerId, userId: "ada", ruleName: "signup", idempotencyKey }
    const { id } = await world.run(Effect.flatMap(Awards, (awards) => awards.award(input)))
    console.log(id)
  }
}
await Promise.all([award(1), award(2), award(3), award(4)])
