import { join } from "node:path"
import type { Bench, Workload } from "../../bench.ts"
import { interleave } from "../../measure.ts"
import type { Store } from "../../race.ts"
import { postgres, sqlite } from "../../stores.ts"
import { type Figures, run } from "../load.ts"
import { p99Row } from "../rows.ts"
import { type HttpScene, prepare, singles } from "../scene.ts"
import { spawnServer } from "../spawn.ts"

/**
 * Awards per second. The rate is far below the service's limit, but load generator, service and database share two
 * cores, and together with the logins they keep them about three quarters busy.
 */
const [some, many] = [100, 200]
const logins = 20

const account = {
  email: "owner@bench.example",
  password: "Bench-1234",
  confirmPassword: "Bench-1234",
  applicationName: "Bench",
  partnerName: "Bench",
  redirectUrl: "https://bench.example/return",
  userDetailsUrl: "https://bench.example/users"
}

const onboard = async (url: string): Promise<void> => {
  const headers = { "content-type": "application/json" }
  const body = JSON.stringify(account)
  const response = await fetch(`${url}/api/v1/bench/partners`, { method: "POST", headers, body })
  if (response.status !== 201) throw new Error(`onboarding answers ${await response.text()}`)
}

/**
 * Measures the same server alternately with and without logins. It first warms up, because a runtime that still
 * compiles uses the core that hashing leaves free.
 */
const measure = async (bench: Bench, store: Store, title: string) => {
  const scene: HttpScene = await prepare(store)
  const place = store.name === "SQLite" ? `sqlite:${scene.place}` : scene.place
  const script = join(import.meta.dirname, "../ours.ts")
  const server = await spawnServer(script, { kind: "whole", place, partnerId: scene.partnerId })
  const { email, password } = account
  const login = {
    url: `${server.url}/api/v1/bench/partners/login`,
    body: JSON.stringify({ email, password }),
    perSecond: logins
  }
  const load = { url: server.url, token: scene.token, posts: singles(scene), connections: 0 }
  const warmUp = async () => {
    bench.progress(`${title}: warming up`)
    await run({ ...load, pace: 300, seconds: bench.quick ? 1 : 60, logins: login })
  }
  const at = (pace: number) => {
    const [rounds, requests] = bench.quick ? [1, 200] : [5, 2000]
    return interleave<"quiet" | "storm", Figures>(["quiet", "storm"], rounds, async (name, round) => {
      const storm = name === "storm" ? login : undefined
      const result = await run({ ...load, pace, seconds: requests / pace, logins: storm })
      const words = `${title}, ${pace} a second: ${name}, round ${round} of ${rounds}`
      bench.progress(`${words}: p50 ${result.p50.toFixed(2)} ms, p99 ${result.p99.toFixed(2)} ms`)
      return result
    })
  }
  try {
    await onboard(server.url)
    await warmUp()
    return [await at(some), await at(many)] as const
  } finally {
    await server.close()
  }
}

const underLogins = (name: string, storeOf: (bench: Bench) => Store): Workload => ({
  name,
  run: async (bench) => {
    const store = storeOf(bench)
    const [light, full] = await measure(bench, store, name)
    const words = (pace: number) =>
      `HTTP, ${pace} awards a second, ${store.name}, beside ${logins} logins a second; against none`
    return [
      p99Row(words(some), light.storm, light.quiet, 1.5),
      p99Row(words(many), full.storm, full.quiet, 1.5)
    ]
  }
})

export const loginsSqlite = underLogins("http: awards beside logins, sqlite", sqlite)
export const loginsPostgres = underLogins("http: awards beside logins, postgres", postgres)
