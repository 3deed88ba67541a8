// An engine in its own process: reads requests as JSON lines from stdin, and writes replies to stdout. Its log goes to stderr: an engine
// may warn on a busy machine.
import { createInterface } from "node:readline"
import { Layer, Logger, ManagedRuntime } from "effect"
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
const log = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger))
const runtime = ManagedRuntime.make(
  engineOn(layerFromUrl(url), { groups }).pipe(Layer.provideMerge(clockOf(time)), Layer.provideMerge(log))
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
