import { join } from "node:path"
import type { Bench } from "../bench.ts"
import { interleave } from "../measure.ts"
import { withOurs } from "../ours.ts"
import type { Store } from "../race.ts"
import { type Figures, run } from "./load.ts"
import { type HttpScene, type Posts, prepare } from "./scene.ts"
import { type RunningServer, spawnServer } from "./spawn.ts"

/** A server to start, given by its file in this folder, and the requests to send to it. */
export interface Entrant {
  readonly script: "ours.ts" | "baselines/server.ts"
  readonly kind: string
  readonly posts: (scene: HttpScene) => Posts
  readonly connections: number
}

export interface Race<Name extends string> {
  readonly title: string
  readonly store: Store
  readonly entrants: Readonly<Record<Name, Entrant>>
}

interface Running extends Entrant {
  readonly scene: HttpScene
  readonly server: RunningServer
}

/** Starts the server of an entrant on a database of its own. */
export const start = async (store: Store, entrant: Entrant): Promise<Running> => {
  const scene = await prepare(store)
  const { kind, script } = entrant
  const place = store.name === "SQLite" ? `sqlite:${scene.place}` : scene.place
  const options = { kind, place, partnerId: scene.partnerId }
  return { ...entrant, scene, server: await spawnServer(join(import.meta.dirname, script), options) }
}

/** The names of all fields of an answer, including nested ones. */
const shape = (value: unknown): unknown =>
  typeof value === "object" && value !== null
    ? Object.entries(value).map(([name, inner]) => [name, shape(inner)])
    : typeof value

const firstAnswer = async ({ scene, server, posts }: Running): Promise<string> => {
  const { path, bodies, status } = posts(scene)
  const headers = { "content-type": "application/json", authorization: `Bearer ${scene.token}` }
  const response = await fetch(server.url + path, { method: "POST", headers, body: bodies[0]! })
  const body: unknown = await response.json()
  if (response.status !== status) throw new Error(`${path} answers ${JSON.stringify(body)}`)
  return JSON.stringify(shape(body))
}

/**
 * Every entrant is a process with its own database and runs for all rounds. Entrants with the same requests must give
 * the same answers before they are measured. At the end the library verifies the rows of all of them.
 */
export const race = async <Name extends string>(bench: Bench, options: Race<Name>) => {
  const { title, store, entrants } = options
  const names = Object.keys(entrants) as Array<Name>
  const running = new Map<Name, Running>()
  const close = async () => {
    for (const { server } of running.values()) await server.close()
  }
  try {
    const answers = new Map<string, string>()
    for (const name of names) {
      const entrant = await start(store, entrants[name])
      running.set(name, entrant)
      const { path } = entrant.posts(entrant.scene)
      const answer = await firstAnswer(entrant)
      if ((answers.get(path) ?? answer) !== answer) {
        throw new Error(`${title}: the answers differ: ${answer}, and ${answers.get(path)}`)
      }
      answers.set(path, answer)
    }
    const [rounds, seconds] = bench.quick ? [1, 1] : [5, 4]
    const figures = await interleave<Name, Figures>(names, rounds, async (name, round) => {
      const { server, scene, posts, connections } = running.get(name)!
      const load = { url: server.url, token: scene.token, posts: posts(scene), connections }
      const result = await run({ ...load, seconds: round === 0 ? 2 : seconds })
      bench.progress(
        `${title}: ${name}, round ${round} of ${rounds}: ${result.rate.toPrecision(4)}, p99 ${result.p99.toFixed(1)} ms`
      )
      return result
    })
    await close()
    for (const { scene } of running.values()) {
      await withOurs(store.client(scene.place), (library) => library.verify())
    }
    return figures
  } finally {
    await close()
  }
}
