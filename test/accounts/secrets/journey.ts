// Requests to a service that runs as a process of its own, each kept with its answer and the endpoint that it went to.
import assert from "node:assert/strict"
import { type Endpoint, endpoints } from "../../http/endpoints.ts"
import { type Call, type Reply, replyOf, requestOf } from "../../support/calls.ts"
import { heldIn, type Secret } from "./vault.ts"

export interface Visit {
  readonly endpoint: Endpoint | undefined
  readonly call: Call
  readonly reply: Reply
  /** All that came back: head and body. */
  readonly whole: string
  /** What this answer, and no other, may hold. */
  readonly gives: Set<string>
}

/** In whatever ecosystem. */
const patternOf = ({ path }: Endpoint): RegExp => new RegExp(`^${path.replace(/:\w+|\bshop\b/g, "[^/]+")}$`)
const byPattern = endpoints.map((endpoint) => ({ endpoint, pattern: patternOf(endpoint) }))

/** The endpoint that a call reaches. */
export const endpointOf = ({ method, path }: Call): Endpoint | undefined =>
  byPattern.find(
    ({ endpoint, pattern }) => endpoint.method === method && pattern.test(path.split("?", 1)[0] ?? "")
  )?.endpoint

export const openJourney = (base: string) => {
  const visits: Array<Visit> = []
  const secrets = new Map<string, Secret>()

  const keep = (name: string, value: string): string => {
    assert.ok(value.length >= 6, name)
    secrets.set(value, { name, value })
    return value
  }

  return {
    visits,
    secrets,
    /** Something that nothing may hold from now on. */
    keep,

    send: async (call: Call): Promise<Visit> => {
      const { origin } = new URL(requestOf(call).url)
      const request = new Request(requestOf(call).url.replace(origin, base), requestOf(call))
      const response = await fetch(request, { redirect: "manual" })
      const head = JSON.stringify(Array.from(response.headers))
      const reply = await replyOf(response)
      const whole = `${head}\n${reply.text}`
      const visit = { endpoint: endpointOf(call), call, reply, whole, gives: new Set<string>() }
      visits.push(visit)
      return visit
    },

    /** A secret that this answer gives, and no other may. */
    given: (visit: Visit, name: string, value: string | null | undefined): string => {
      assert.ok(value, `${name} was not given: ${visit.whole}`)
      visit.gives.add(name)
      return keep(name, value)
    },

    /** Answers that hold what they should not. */
    leaks: (): ReadonlyArray<string> =>
      visits.flatMap(({ call, gives, reply, whole }) =>
        heldIn(whole, secrets.values())
          .filter((name) => !gives.has(name))
          .map((name) => `${call.method} ${call.path} ${reply.status} answers ${name}`)
      )
  }
}
export type Journey = ReturnType<typeof openJourney>
