// An engine in its own process: reads requests as JSON lines from stdin, and writes replies to stdout.
import { createInterface } from "node:readline"
import { Layer, ManagedRuntime } from "effect"
import { layerFromUrl } from "../../../lib/drivers/url.ts"
import { engineOn, services } from "../../support/world.ts"
import { answer, clockOf, type Request, type Time } from "./protocol.ts"

interface Line {
  readonly id: number
  readonly request: Request
}

const [url = "", maxGroup = "1000"] = process.argv.slice(2)
const groups = { maxGroup: Number(maxGroup), capacity: 20_000 }
const time: Time = { ahead: 0 }
const runtime = ManagedRuntime.make(
  Layer.provideMerge(engineOn(layerFromUrl(url), { groups }), clockOf(time))
)
const engine = await runtime.runPromise(services)

const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
const running = new Set<Promise<void>>()

print({ ready: true })
for await (const text of createInterface({ input: process.stdin })) {
  const { id, request }: Line = JSON.parse(text)
  const task = runtime.runPromise(answer(engine, time, request)).then((reply) => {
    running.delete(task)
    print({ id, reply })
  })
  running.add(task)
}
await Promise.all(running)
await runtime.dispose()
