import assert from "node:assert/strict"
import { happy, startPartner } from "../../accounts/details/partner.ts"
import { record } from "../../accounts/details/record.ts"
import { it } from "../../support/effect.ts"
import { startReceiver } from "../../webhooks/receiver.ts"
import { logIn, newCaller, partnerBody, post } from "../caller.ts"
import type { ServiceRuntime } from "../runtimes.ts"
import { startService, stopService } from "../service.ts"

const [email, password] = ["owner@shop.example", "Str0ng!secret"]
const memory = { DATABASE_URL: "sqlite::memory:" }

/** Requests of the service to addresses that partners choose. */
export const outbound = (on: ServiceRuntime): void => {
  /** Onboards a member at a service with these settings, for a partner whose URL is on this machine. */
  const onboardWith = async (settings: Readonly<Record<string, string>>) => {
    const partner = await startPartner(happy)
    const service = await startService({ ...memory, ...settings }, on)
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

  it("webhooks get what happens, signed", async () => {
    const receiver = await startReceiver()
    const service = await startService({ ...memory, OUTBOUND_LOOPBACK: "true" }, on)
    const caller = await newCaller(service.url)
    const created = await caller.post(service.url, "/laas/webhooks", { url: receiver.url })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    receiver.secrets.push(String(created.body.data.secret))
    assert.equal((await caller.post(service.url, "/laas/users", { userId: "ada" })).status, 200)
    await receiver.until(1)
    assert.deepEqual(
      receiver.received.map(({ type, verified }) => ({ type, verified })),
      [{ type: "member.onboarded", verified: true }]
    )
    assert.deepEqual(await stopService(service), { code: 0, signal: null })
    await receiver.close()
  })
}
