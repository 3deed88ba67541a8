// Repeats every successful request with a token-like secret in each field where none belongs.
import { type Call, withHeaders } from "../../support/calls.ts"
import type { Journey, Visit } from "./journey.ts"
import { holds, newToken, type Secret } from "./vault.ts"

interface Mutation {
  readonly place: string
  readonly change: (call: Call, stray: string) => Call
}

const form = "application/x-www-form-urlencoded"

export interface Strays {
  readonly refused: ReadonlyArray<Secret>
  readonly taken: ReadonlyArray<Secret>
  /** Refusals that repeat the wrong value. */
  readonly answered: ReadonlyArray<string>
}

export const none: Strays = { refused: [], taken: [], answered: [] }

/** Forms that show the submitted value again in the same field. */
const echoes = new Set(["authorization.submit tag", "partners.resetPassword token"])

/** Secrets that a page may contain when it shows its form again. */
const asksAgain: Readonly<Record<string, ReadonlyArray<string>>> = {
  "authorization.submit": ["the form's cookie", "the form's field"]
}

/** Endpoints that answer with members' records. */
const withRecords = new Set(["members.onboard", "users.linkTag", "boards.points", "boards.coins"])

/** These end the session that the others need, so they run last. */
const last = new Set(["iam.logout", "iam.logoutAll", "iam.logoutLogins"])

const inBody =
  (field: string, shape: (stray: string) => unknown): Mutation["change"] =>
  (call, stray) => {
    if (typeof call.body === "object") return { ...call, body: { ...call.body, [field]: shape(stray) } }
    const fields = new URLSearchParams(call.body)
    fields.set(field, stray)
    return { ...call, body: fields.toString() }
  }

const inQuery =
  (field: string): Mutation["change"] =>
  (call, stray) => {
    const [path = "", search] = call.path.split("?")
    const query = new URLSearchParams(search)
    query.set(field, stray)
    return { ...call, path: `${path}?${query}` }
  }

/**
 * An idempotency key that is too long and a request id that is not valid. Valid ones are stored, so they are not
 * secrets.
 */
const inHeaders = (place: string, authorization?: (stray: string) => string): Mutation => ({
  place,
  change: (call, stray) =>
    withHeaders(call, {
      cookie: `session=${stray}; rewards_csrf=${stray}`,
      "idempotency-key": `${stray} ${"x".repeat(255)}`,
      "x-request-id": `${stray} id`,
      ...(authorization && { authorization: authorization(stray) })
    })
})

const headers: ReadonlyArray<Mutation> = [
  inHeaders("the headers"),
  inHeaders("Bearer", (stray) => `Bearer ${stray}`),
  inHeaders("Basic", (stray) => `Basic ${Buffer.from(`${stray}:${stray}`).toString("base64")}`),
  inHeaders("Authorization", (stray) => stray)
]

const mutationsOf = ({ call, endpoint }: Visit): ReadonlyArray<Mutation> => {
  const isForm = call.headers["content-type"] === form
  const shapes = isForm
    ? [(stray: string) => stray]
    : [(stray: string) => stray, (stray: string) => [stray], (stray: string) => ({ [stray]: stray })]
  const names = (endpoint?.body ?? []).map(({ name }) => name)
  const present = typeof call.body === "string" ? [...new URLSearchParams(call.body).keys()] : []
  return [...new Set([...names, ...present])]
    .flatMap((field) => shapes.map((shape) => ({ place: field, change: inBody(field, shape) })))
    .concat((endpoint?.query ?? []).map(({ name }) => ({ place: name, change: inQuery(name) })))
    .concat(headers)
}

/**
 * A refused secret must be stored nowhere. An accepted one is a value that the caller wanted to store, such as a name
 * or a narration. Neither may be in the log. `records` are the secrets in every answer with a member's record.
 */
export const scatter = async (
  journey: Journey,
  as: (call: Call) => Call,
  records: ReadonlyArray<string>
): Promise<Strays> => {
  const good = new Map(
    journey.visits
      .filter(({ endpoint, reply }) => endpoint !== undefined && reply.status < 400)
      .map((visit) => [visit.endpoint?.name ?? "", visit])
  )
  const refused: Array<Secret> = []
  const taken: Array<Secret> = []
  const answered: Array<string> = []

  const tryOne = async (name: string, { call, endpoint }: Visit, { change, place }: Mutation) => {
    const stray = { name: `a stray in ${place} of ${name}`, value: newToken() }
    const allowed = endpoint?.access === "partner" ? as(call) : call
    const { gives, reply, whole } = await journey.send(change(allowed, stray.value))
    const isTaken = reply.status < 400
    for (const given of isTaken && withRecords.has(name) ? records : (asksAgain[name] ?? [])) gives.add(given)
    const list = isTaken ? taken : refused
    list.push(stray)
    if (!isTaken && holds(whole, stray) && !echoes.has(`${name} ${place}`)) {
      answered.push(`${stray.name}: ${whole}`)
    }
  }

  for (const [name, visit] of good) {
    if (!last.has(name)) await Promise.all(mutationsOf(visit).map((each) => tryOne(name, visit, each)))
  }
  return { refused, taken, answered }
}
