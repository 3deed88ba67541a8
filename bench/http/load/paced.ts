// Sends awards at a fixed rate, and logins at another. A request's latency counts from the time at which it was due,
// so that a server that stalls does not look fast because its callers wait.
import { readFileSync } from "node:fs"

const { LOAD_URL = "", LOAD_TOKEN, LOAD_BODIES = "", LOAD_SECONDS = "", LOAD_PACE = "" } = process.env
const { LOAD_LOGIN_URL = "", LOAD_LOGIN = "", LOAD_LOGINS = "0" } = process.env
const bodies = readFileSync(LOAD_BODIES, "utf8").trimEnd().split("\n")
const json = { "content-type": "application/json" }
const started = performance.now()

interface Kind {
  readonly perSecond: number
  readonly send: (index: number) => Promise<Response>
}

const report = async ({ perSecond, send }: Kind) => {
  const taken: Array<number> = []
  const running: Array<Promise<void>> = []
  let refused = 0
  let broken = 0
  for (let index = 0; index < Number(LOAD_SECONDS) * perSecond; index++) {
    const due = started + (index * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await Bun.sleep(wait)
    const answered = async (response: Response) => {
      await response.arrayBuffer()
      if (response.status >= 400) refused += 1
      taken.push(performance.now() - due)
    }
    running.push(
      send(index).then(answered, () => {
        broken += 1
      })
    )
  }
  await Promise.all(running)
  return { taken: Float64Array.from(taken).sort(), refused, broken }
}

const [awards, logins] = await Promise.all([
  report({
    perSecond: Number(LOAD_PACE),
    send: (index) =>
      fetch(LOAD_URL, {
        method: "POST",
        headers: { ...json, authorization: `Bearer ${LOAD_TOKEN}` },
        body: bodies[index % bodies.length]!
      })
  }),
  report({
    perSecond: Number(LOAD_LOGINS),
    send: () => fetch(LOAD_LOGIN_URL, { method: "POST", headers: json, body: LOAD_LOGIN })
  })
])

const percentile = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
console.log(
  JSON.stringify({
    requests: awards.taken.length,
    seconds: Number(LOAD_SECONDS),
    refused: awards.refused + logins.refused,
    broken: awards.broken + logins.broken,
    p50: percentile(awards.taken, 0.5),
    p99: percentile(awards.taken, 0.99)
  })
)
