import type { Bench, Workload } from "../../bench.ts"
import { sqlite } from "../../stores.ts"
import { race } from "../race.ts"
import { rateRow } from "../rows.ts"
import { faulty, type HttpScene, type Posts, singles } from "../scene.ts"

const connections = 64

/** Neither side writes, so this compares the checks of token and body, and the answer. */
const answering = (
  name: string,
  words: string,
  posts: (scene: HttpScene) => Posts,
  target: number
): Workload => ({
  name,
  run: async (bench: Bench) => {
    const entrant = { kind: "unwritten", posts, connections }
    const { ours, hand } = await race(bench, {
      title: name,
      store: sqlite(bench),
      entrants: {
        ours: { ...entrant, script: "ours.ts" },
        hand: { ...entrant, script: "baselines/server.ts" }
      }
    })
    return [
      rateRow(`HTTP, ${connections} connections, ${words}; against Bun.serve by hand`, ours, hand, target)
    ]
  }
})

export const accepted = answering(
  "http: accepted, nothing written",
  "an award that is checked and answered with 201, not written",
  singles,
  0.55
)

export const refused = answering(
  "http: refused",
  "an award with two faults, answered with 400 that names both",
  faulty,
  0.48
)
