import { join } from "node:path"
import { findNode } from "../../../test/support/runtimes.ts"
import type { Bench, Workload } from "../../bench.ts"
import { interleave } from "../../measure.ts"
import { sqlite } from "../../stores.ts"
import { type Figures, run } from "../load.ts"
import { cpuRow } from "../rows.ts"
import { faulty, type HttpScene, type Posts, prepare, singles } from "../scene.ts"
import { type RunningServer, spawnServer } from "../spawn.ts"

const connections = 64

/** The servers to compare, by their files in the folder above. Those on Node have `node`. */
const servers = {
  ours: { words: "ours", script: "ours.ts", node: false },
  hand: { words: "Bun.serve by hand", script: "baselines/server.ts", node: false },
  elysia: { words: "Elysia", script: "baselines/elysia.ts", node: false },
  hono: { words: "Hono and zod on Bun", script: "baselines/hono.ts", node: false },
  fastify: { words: "Fastify and ajv on Node", script: "baselines/fastify.ts", node: true },
  express: { words: "Express and zod on Node", script: "baselines/express.ts", node: true },
  httpApi: { words: "HttpApi of Effect on Bun", script: "baselines/httpApi.ts", node: false }
}
type Name = keyof typeof servers

const isName = (name: string): name is Name => Object.hasOwn(servers, name)
const names = Object.keys(servers).filter(isName)

const onNode = async (): Promise<ReadonlyArray<string>> => {
  const found = await findNode()
  if ("missing" in found) throw new Error(found.missing)
  return [found.path, "--experimental-strip-types", "--disable-warning=ExperimentalWarning"]
}

interface Running {
  readonly scene: HttpScene
  readonly of: (name: Name) => RunningServer
  readonly close: () => Promise<void>
}

/** Starts all servers on one database, because they write nothing. They therefore have the same partner and token. */
const startAll = async (bench: Bench): Promise<Running> => {
  const scene = await prepare(sqlite(bench))
  const options = { kind: "unwritten", place: `sqlite:${scene.place}`, partnerId: scene.partnerId }
  const node = await onNode()
  const running = new Map<Name, RunningServer>()
  const close = async () => {
    for (const server of running.values()) await server.close()
  }
  try {
    for (const name of names) {
      const script = join(import.meta.dirname, "..", servers[name].script)
      running.set(name, await spawnServer(script, options, servers[name].node ? node : undefined))
    }
  } catch (error) {
    await close()
    throw error
  }
  return { scene, of: (name) => running.get(name)!, close }
}

/** A request that all servers must answer with the same text. */
interface Probe {
  readonly status: number
  readonly body: string
  readonly token?: string
}

const probesOf = (scene: HttpScene): ReadonlyArray<Probe> => {
  const { token } = scene
  const [good = "", bad = ""] = [singles(scene).bodies[0], faulty(scene).bodies[0]]
  const award = JSON.parse(good)
  const changed = (fields: object): string => JSON.stringify({ ...award, ...fields })
  return [
    { status: 201, token, body: good },
    { status: 201, token, body: changed({ ruleName: " Rule-0 ", narration: "", amount: "2.5" }) },
    { status: 400, token, body: bad },
    { status: 400, token, body: changed({ userId: "", ruleName: 7, narration: "x".repeat(501) }) },
    { status: 400, token, body: changed({ userId: "\u0000", amount: 0, metadata: { order: 7 } }) },
    { status: 400, token, body: changed({ colour: "green" }) },
    { status: 401, body: good }
  ]
}

/** The id of the award is the only part of an answer that may differ. */
const withoutId = (answer: string): string => answer.replace(/"id":"[0-9a-f-]{36}"/, '"id":""')

const ask = async (url: string, { body, status, token }: Probe): Promise<string> => {
  const headers = {
    "content-type": "application/json",
    ...(token !== undefined && { authorization: `Bearer ${token}` })
  }
  const response = await fetch(url, { method: "POST", headers, body })
  const answer = await response.text()
  if (response.status !== status) throw new Error(`${url} answers ${body} with ${response.status}: ${answer}`)
  return withoutId(answer)
}

/** Fails if a server answers a request with another text than ours. */
const compareAnswers = async ({ of, scene }: Running): Promise<void> => {
  const { path } = singles(scene)
  for (const probe of probesOf(scene)) {
    const expected = await ask(of("ours").url + path, probe)
    for (const name of names) {
      const answer = await ask(of(name).url + path, probe)
      if (answer !== expected) {
        throw new Error(`${servers[name].words} answers ${probe.body} with ${answer}, ours with ${expected}`)
      }
    }
  }
}

/** Figures with the CPU time of the server, in microseconds for each request. */
interface Measured extends Figures {
  readonly cpu: number
}

const measure = async (bench: Bench, title: string, postsOf: (scene: HttpScene) => Posts) => {
  const running = await startAll(bench)
  try {
    await compareAnswers(running)
    const { of, scene } = running
    const { token } = scene
    const posts = postsOf(scene)
    const [rounds, seconds] = bench.quick ? [1, 1] : [5, 4]
    return await interleave<Name, Measured>(names, rounds, async (name, round) => {
      const { cpuTime, url } = of(name)
      const before = await cpuTime()
      const figures = await run({ url, token, posts, connections, seconds: round === 0 ? 2 : seconds })
      const cpu = ((await cpuTime()) - before) / figures.requests
      const words = `${figures.rate.toPrecision(4)}, ${cpu.toFixed(1)} µs of CPU`
      bench.progress(`${title}: ${name}, round ${round} of ${rounds}: ${words}`)
      return { ...figures, cpu }
    })
  } finally {
    await running.close()
  }
}

/**
 * Compares ours with frameworks whose users wrote the same route. Nothing is written: what is compared is the check of
 * the token and of the body, and the answer.
 */
const comparing = (
  answer: string,
  words: string,
  postsOf: (scene: HttpScene) => Posts,
  targets: Partial<Record<Name, number>>
): Workload => {
  const name = `http: frameworks, ${answer}`
  return {
    name,
    run: async (bench) => {
      const figures = await measure(bench, name, postsOf)
      return names
        .filter((each) => each !== "ours")
        .map((each) =>
          cpuRow(
            `HTTP, ${connections} connections, ${words}; against ${servers[each].words}`,
            figures.ours,
            figures[each],
            targets[each]
          )
        )
    }
  }
}

export const accepted = comparing(
  "accepted",
  "an award that is checked and answered with 201, not written",
  singles,
  { hand: 0.6, elysia: 0.75, hono: 1 }
)

export const refused = comparing(
  "refused",
  "an award with two faults, answered with 400 that names both",
  faulty,
  { hand: 0.5, elysia: 1.3, hono: 1 }
)
