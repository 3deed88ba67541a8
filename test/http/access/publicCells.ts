// Endpoints that anyone may call: the Authorization header changes nothing, and a secret in the request decides.
import assert from "node:assert/strict"
import { type Call, type Reply, withBearer, withHeaders } from "../../support/calls.ts"
import { callOf, type Fields } from "../callOf.ts"
import type { Endpoint } from "../endpoints.ts"
import { type Credentials, malformed, withHeader } from "./credentials.ts"
import type { Evidence } from "./evidence.ts"
import type { House } from "./house.ts"
import { publicRows } from "./publicRows.ts"

type Change = (call: Call) => Call

export const publicCells = async (
  house: House,
  evidence: Evidence,
  endpoint: Endpoint,
  credentials: Credentials
): Promise<number> => {
  const { name } = endpoint
  const row = publicRows[name] ?? assert.fail(`no row says how anyone calls ${name}`)
  const { authenticates, secret, showsApplication } = row
  let cells = 0
  const ask = async (own: Fields, change: Change, replaced: Fields = {}): Promise<Reply> => {
    cells += 1
    const call = withHeaders(callOf(endpoint, { ...own, ...replaced }), row.headers?.(own) ?? {})
    const reply = await house.send(change(call))
    // With the right secret, the answer may be about its owner.
    const mayShow = showsApplication === true || (secret !== undefined && reply.status < 400)
    if (!mayShow) await evidence.examine(call, reply)
    return reply
  }
  const own = async () => row.fields(house)
  const accepted = async (what: string, change: Change = (call) => call) => {
    const reply = await ask(await own(), change)
    assert.equal(reply.status, endpoint.status, `${name}, ${what}: ${reply.text}`)
    if (reply.body !== undefined) endpoint.checkAnswer(reply.body)
  }
  const assertRefused = ({ status, text }: Reply, what: string) =>
    assert.ok(status === 400 || status === 401, `${name}, ${what}: ${status} ${text}`)

  await accepted("own")
  const other = await house.stranger.again()
  const owners = await credentials.own()
  const headers: ReadonlyArray<readonly [string, Change]> = [
    ["other user", (call) => withBearer(call, credentials.user)],
    ["expired", (call) => withBearer(call, credentials.expired)],
    ["revoked", (call) => withBearer(call, credentials.revoked)],
    ["malformed", (call) => withHeader(call, malformed(owners)[4] ?? assert.fail())],
    ["other partner", other.as]
  ]
  for (const [what, change] of headers) {
    if (authenticates === true) assertRefused(await ask(await own(), change), what)
    else await accepted(what, change)
  }
  await accepted("wrong scope", (call) => withBearer(call, credentials.wrongScope))

  if (secret === undefined) return cells
  const { field, lifetime, once, others } = secret
  const refused = async (what: string, value: (own: Fields) => unknown) => {
    const fields = await own()
    assertRefused(await ask(fields, (call) => call, { [field]: await value(fields) }), what)
  }
  await refused(`${field} of another`, (fields) => others(house, fields))
  await refused(`no ${field}`, () => undefined)
  await refused(`malformed ${field}`, () => "\u{1F511}")
  if (lifetime !== undefined) {
    const fields = await own()
    house.watch.now += lifetime
    assertRefused(await ask(fields, (call) => call), `expired ${field}`)
  }
  if (once === true) {
    const fields = await own()
    assert.equal((await ask(fields, (call) => call)).status, endpoint.status, name)
    assertRefused(await ask(fields, (call) => call), `${field} that was used`)
  }
  return cells
}
