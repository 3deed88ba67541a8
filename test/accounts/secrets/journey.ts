// Sends requests to a service in another process, and keeps each with its answer and its endpoint.
import assert from "node:assert/strict"
import { type Endpoint, endpoints } from "../../http/endpoints.ts"
import { type Call, type Reply, replyOf, requestOf } from "../../support/calls.ts"
import { heldIn, type Secret } from "./vault.ts"

export interface Visit {
  readonly endpoint: Endpoint | undefined
  readonly call: Call
  readonly reply: Reply
  /** The whole answer: head and body. */
  readonly whole: string
  /** Secrets that this answer may contain. */
  readonly gives: Set<string>
}

/** Matches the path in any ecosystem. */
const patternOf = ({ path }: Endpoint): RegExp => new RegExp(`^${path.replace(/:\w+|\bshop\b/g, "[^/]+")}$`)
/** A fixed path wins over one with a parameter, as in the service. */
const byPattern = endpoints
  .map((endpoint) => ({ endpoint, pattern: patternOf(endpoint) }))
  .sort((one, other) => one.endpoint.params.length - other.endpoint.params.length)

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
    /** Registers a secret that no answer may contain from now on. */
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

    /** Registers a secret that only this answer may contain. */
    given: (visit: Visit, name: string, value: string | null | undefined): string => {
      assert.ok(value, `${name} was not given: ${visit.whole}`)
      visit.gives.add(name)
      return keep(name, value)
    },

    /** The answers that contain a secret they must not contain. */
    leaks: (): ReadonlyArray<string> =>
      visits.flatMap(({ call, gives, reply, whole }) =>
        heldIn(whole, secrets.values())
          .filter((name) => !gives.has(name))
          .map((name) => `${call.method} ${call.path} ${reply.status} answers ${name}`)
      )
  }
}
export type Journey = ReturnType<typeof openJourney>
