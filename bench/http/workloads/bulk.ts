import { Effect, Layer, ManagedRuntime } from "effect"
import { Awards, Rewards } from "laurel-rewards/effect"
import type { Bench, Workload } from "../../bench.ts"
import { interleave } from "../../measure.ts"
import { type Client, withOurs } from "../../ours.ts"
import { request, type Scene } from "../../scene.ts"
import { sqlite } from "../../stores.ts"
import { type Figures, run } from "../load.ts"
import { start } from "../race.ts"
import { rateRow } from "../rows.ts"
import { bulks } from "../scene.ts"

const callers = 4
const size = 1000
const name = "http: bulk awards, sqlite"

/** Callers in this process that make the bulks which others send over HTTP. */
const openInProcess = async (client: Client, scene: Scene) => {
  const layer: Layer.Layer<Rewards.Rewards, unknown> = Layer.provide(Rewards.layer(), client)
  const runtime = ManagedRuntime.make(layer)
  const awards = await runtime.runPromise(Awards)
  let next = 0
  const bulk = Effect.suspend(() => {
    const from = next
    next += size
    const inputs = Array.from({ length: size }, (_, index) => ({
      ...request(scene, from + index),
      narration: "measured"
    }))
    return awards.awardMany(inputs)
  })
  return {
    run: async (seconds: number): Promise<Figures> => {
      const taken: Array<number> = []
      const started = performance.now()
      const caller = Effect.gen(function* () {
        while (performance.now() - started < seconds * 1000) {
          const begun = performance.now()
          yield* bulk
          taken.push(performance.now() - begun)
        }
      })
      const all = Array.from({ length: callers }, () => caller)
      await runtime.runPromise(Effect.all(all, { concurrency: "unbounded", discard: true }))
      const rate = (taken.length * size * 1000) / (performance.now() - started)
      const sorted = taken.sort((a, b) => a - b)
      const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
      return { requests: taken.length, rate, p50: at(0.5), p99: at(0.99) }
    },
    close: () => runtime.dispose()
  }
}

const measure = async (bench: Bench) => {
  const store = sqlite(bench)
  const place = await store.place()
  const scene = await withOurs(store.client(place), (library) => library.prepare({ members: 1000, rules: 1 }))
  const process = await openInProcess(store.client(place), scene)
  const http = await start(store, { script: "ours.ts", kind: "whole", posts: bulks, connections: callers })
  const runs = {
    process: process.run,
    http: (seconds: number) => {
      const { connections, posts, scene, server } = http
      return run({ url: server.url, token: scene.token, posts: posts(scene), connections, seconds })
    }
  }
  try {
    const [rounds, seconds] = bench.quick ? [1, 1] : [5, 4]
    return await interleave<"process" | "http", Figures>(
      ["http", "process"],
      rounds,
      async (which, round) => {
        const figures = await runs[which](round === 0 ? 2 : seconds)
        bench.progress(`${name}: ${which}, round ${round} of ${rounds}: ${figures.rate.toPrecision(4)}`)
        return figures
      }
    )
  } finally {
    await process.close()
    await http.server.close()
  }
}

/** What HTTP costs a bulk. */
export const bulkSqlite: Workload = {
  name,
  run: async (bench) => {
    const { http, process } = await measure(bench)
    const words = `HTTP, awards in bulk, 1 000 a request, ${callers} connections, SQLite; against awardMany of the library with as many callers in process`
    return [rateRow(words, http, process, 0.85)]
  }
}
