import assert from "node:assert/strict"
import { happy, startPartner } from "../accounts/details/partner.ts"
import { record } from "../accounts/details/record.ts"
import { afterAll, it } from "../support/effect.ts"
import { logIn, partnerBody, post } from "./caller.ts"
import { startService, stopService, tidyUp } from "./service.ts"

afterAll(tidyUp)

const [email, password] = ["owner@shop.example", "Str0ng!secret"]

/** Onboards a member at a service with these settings, for a partner whose URL is on this machine. */
const onboardWith = async (settings: Readonly<Record<string, string>>) => {
  const partner = await startPartner(happy)
  const service = await startService({ DATABASE_URL: "sqlite::memory:", ...settings })
  const userDetailsUrl = `http://127.0.0.1:${partner.port}/users`
  const api = `${service.url}/api/v1`
  await post(`${api}/demo/partners`, { ...partnerBody(email, password), userDetailsUrl })
  const authorization = `Bearer ${await logIn(service.url, email, password)}`
  const { body } = await post(`${api}/laas/users`, { tag: "ada" }, { authorization })
  await stopService(service)
  await partner.close()
  return { data: body.data, connections: partner.connections() }
}

it("a service does not call its own machine for a partner", async () => {
  const { connections, data } = await onboardWith({})
  assert.equal(data.error, "userDetailsUrl must start with https://")
  assert.equal(connections, 0)
})

it("OUTBOUND_LOOPBACK allows that, for development", async () => {
  const { connections, data } = await onboardWith({ OUTBOUND_LOOPBACK: "true" })
  assert.deepEqual(data.userData, record)
  assert.equal(connections, 1)
})
