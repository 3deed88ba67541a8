// Endpoints that only a partner may call: every kind of caller, and what each must be answered.
import assert from "node:assert/strict"
import { Schema } from "effect"
import { type Role, scopesOf } from "../../../lib/accounts/people/Role.ts"
import type { Requirement } from "../../../lib/http/access.ts"
import { Failure } from "../../../lib/http/envelope.ts"
import { type Call, type Reply, withBearer, withHeaders } from "../../support/calls.ts"
import { callOf } from "../callOf.ts"
import type { Endpoint } from "../endpoints.ts"
import { type Credentials, malformed, withHeader } from "./credentials.ts"
import type { Evidence } from "./evidence.ts"
import { type House, makeRoom, newThings, noThings, type Things } from "./house.ts"
import { type Row, rows } from "./rows.ts"

const decodeFailure = Schema.decodeUnknownSync(Failure, { onExcessProperty: "error" })

/** A caller without a right is told so, by the contract. */
export const assertRefused = (reply: Reply, status: number, what: string): void => {
  assert.equal(reply.status, status, `${what}: ${reply.text}`)
  const { errorType } = decodeFailure(reply.body).data
  assert.equal(errorType, status === 401 ? "unauthorized" : "forbidden", what)
  assert.equal(reply.headers.has("www-authenticate"), status === 401, what)
}

/** A caller with the right gets as far as the service, which has nothing to act on. */
const assertNothingToDo = (reply: Reply, code: string): void => {
  assert.equal(reply.status, 400, reply.text)
  assert.equal(decodeFailure(reply.body).data.appErrorCode, code)
}

const namesThings = ({ fields }: Row): boolean => {
  let isRead = false
  fields(
    new Proxy(noThings(), {
      get: (things, name) => {
        isRead = true
        return Reflect.get(things, name)
      }
    })
  )
  return isRead
}

/** An answer in which the things that its request named are replaced, to be compared with the answer about others. */
const anonymous = ({ status, text }: Reply, things: Things): string =>
  Object.values(things).reduce((text, thing) => text.replaceAll(thing, "?"), `${status} ${text}`)

const mayCall = (role: Role, requirement: Requirement | undefined): boolean =>
  requirement === undefined || requirement === "person" || scopesOf[role].includes(requirement)

export const partnerCells = async (
  house: House,
  evidence: Evidence,
  endpoint: Endpoint,
  credentials: Credentials
): Promise<number> => {
  const { name, scope } = endpoint
  const row = rows[name] ?? assert.fail(`no row says how a partner calls ${name}`)
  const { owner, send, stranger } = house
  let cells = 0
  const ask = async (call: Call): Promise<Reply> => {
    cells += 1
    return send(call)
  }
  await makeRoom(house)
  const things = await newThings(house, owner)
  const call = callOf(endpoint, row.fields(things))
  const expired = await credentials.expire()
  const valid = await credentials.own()
  const before = await evidence.rows()

  const refuse = async (call: Call, status: number, what: string) => {
    const reply = await ask(call)
    assertRefused(reply, status, `${name}, ${what}`)
    await evidence.examine(call, reply)
  }
  await refuse(call, 401, "none")
  await refuse(withBearer(call, credentials.expired), 401, "expired")
  await refuse(withBearer(call, expired), 401, "expires now")
  await refuse(withBearer(call, credentials.revoked), 401, "revoked")
  await refuse(withBearer(call, credentials.user), 401, "other user")
  for (const header of malformed(valid)) await refuse(withHeader(call, header), 401, header)
  if (scope !== undefined) await refuse(withBearer(call, credentials.wrongScope), 403, "wrong scope")
  for (const [role, token] of credentials.people) {
    if (!mayCall(role, scope)) await refuse(withBearer(call, token), 403, role)
  }

  /** Another partner is answered as if the owner's things did not exist. */
  const askAsOther = async (call: Call, things: Things, isTaken = false) => {
    const theirs = withHeaders(call, { authorization: `Bearer ${(await stranger.again()).accessToken}` })
    const reply = await ask(theirs)
    await evidence.examine(theirs, reply)
    assert.equal(reply.headers.get("idempotency-replayed"), null)
    if (isTaken) return assert.equal(reply.status, 400, reply.text)
    if (row.refusal !== undefined) return assertNothingToDo(reply, row.refusal)
    if (!namesThings(row)) return assert.equal(reply.status, endpoint.status, reply.text)
    const none = noThings()
    const other = await send((await stranger.again()).as(callOf(endpoint, row.fields(none))))
    assert.equal(anonymous(reply, things), anonymous(other, none), name)
  }
  await askAsOther(call, things)
  assert.deepEqual(await evidence.rows(), before, `${name}: a caller without a right has changed something`)
  // These are about both sides.
  if (!name.startsWith("testSide.")) {
    const live = await evidence.liveRows()
    const reply = await ask(withBearer(call, await credentials.test()))
    assert.ok(reply.status < 500, reply.text)
    assert.deepEqual(
      await evidence.liveRows(),
      live,
      `${name}: a token of the test side changed the live side`
    )
  }

  const accept = async (token: string, own: Things) => {
    const key: Call["headers"] = endpoint.method === "GET" ? {} : { "idempotency-key": own.ruleName }
    const call = withHeaders(withBearer(callOf(endpoint, row.fields(own)), token), key)
    const reply = await ask(call)
    if (row.refusal === undefined) {
      assert.ok(endpoint.statuses.includes(reply.status), `${name}: ${reply.status} ${reply.text}`)
      endpoint.checkAnswer(reply.body)
    } else assertNothingToDo(reply, row.refusal)
    return { call, reply }
  }
  if (credentials.narrow !== undefined) {
    const { call, reply } = await accept(credentials.narrow, await newThings(house, owner))
    // The records of members need a scope of their own.
    if (scope !== "members:read") await evidence.examine(call, reply, /record/)
  }
  for (const [role, token] of credentials.people) {
    if (mayCall(role, scope)) await accept(token, await newThings(house, owner, role))
  }
  const { call: owners, reply } = await accept(await credentials.own(), things)
  if (row.silent !== true) {
    const shown = await evidence.shown(reply.text)
    assert.notEqual(shown.length, 0, `${name} shows nothing of the owner: ${reply.text}`)
  }
  // With the key under which the owner's answer is kept, too.
  if (endpoint.method !== "GET") await askAsOther(owners, things, row.takesName)
  return cells
}
