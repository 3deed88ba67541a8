// Generates load if wrk is not installed: several connections post the bodies of a file in turn.
import { readFileSync } from "node:fs"

const { LOAD_URL = "", LOAD_TOKEN, LOAD_BODIES = "", LOAD_CONNECTIONS, LOAD_SECONDS } = process.env
const bodies = readFileSync(LOAD_BODIES, "utf8").trimEnd().split("\n")
const headers = { "content-type": "application/json", authorization: `Bearer ${LOAD_TOKEN}` }
const maxRequests = 1_000_000

const taken: Array<number> = []
let sent = 0
let refused = 0
let broken = 0
const started = performance.now()
const end = started + Number(LOAD_SECONDS) * 1000

const connection = async () => {
  while (performance.now() < end && sent < maxRequests) {
    const start = performance.now()
    const body = bodies[sent++ % bodies.length]!
    try {
      const response = await fetch(LOAD_URL, { method: "POST", headers, body })
      await response.arrayBuffer()
      if (response.status >= 400) refused += 1
      taken.push(performance.now() - start)
    } catch {
      broken += 1
    }
  }
}

await Promise.all(Array.from({ length: Number(LOAD_CONNECTIONS) }, connection))
const seconds = (performance.now() - started) / 1000
const sorted = Float64Array.from(taken).sort()
const percentile = (share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
console.log(
  JSON.stringify({
    requests: taken.length,
    seconds,
    refused,
    broken,
    p50: percentile(0.5),
    p99: percentile(0.99)
  })
)
