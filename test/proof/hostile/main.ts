// A hostile partner in a process of its own, so that it takes no time from the one that measures. Starts and stops by the lines
// of its input.
import { setPriority } from "node:os"
import { createInterface } from "node:readline"
import { type Hostile, kinds, type Told } from "./kinds.ts"

const { kind, ...hostile }: Hostile & { readonly kind: string } = JSON.parse(process.argv[2] ?? "{}")
const start = kinds[kind]
if (start === undefined) throw new Error(`there is no hostile ${kind}`)

// In production it sits on another machine: here it must not take the processor from the service.
setPriority(19)

let stop: Awaited<ReturnType<typeof start>> = async () => undefined
for await (const line of createInterface({ input: process.stdin })) {
  let told: Told | undefined
  if (line === "start") stop = await start(hostile)
  else told = await stop()
  process.stdout.write(`${JSON.stringify(told ?? {})}\n`)
}
process.exit(0)
