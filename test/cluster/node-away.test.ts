import assert from "node:assert/strict"
import { setTimeout } from "node:timers/promises"
import { checkDatabase } from "../../server/cli/doctor/checks.ts"
import { post } from "../server/caller.ts"
import { type Service, startService, tidyUp } from "../server/service.ts"
import { follow } from "../server/suite/events.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { eventually, soon as inTime } from "../support/wait.ts"
import { type Receiver, startReceiver } from "../webhooks/receiver.ts"
import { clusterScript, type OwnCluster, startCluster, withoutCluster } from "./cluster.ts"
import {
  assertEndsWell,
  assertNoneLostOrDoubled,
  newPartner,
  type Partner,
  partnersOn,
  portOf,
  startTraffic,
  type Traffic
} from "./traffic.ts"

/** Milliseconds that a worker is away. */
const absence = 8000
/** How long, in milliseconds, a call for a vanished node would wait: `DATABASE_TIMEOUT`. No other call may take nearly as long. */
const databaseTimeout = 60_000
const patience = databaseTimeout / 2

const userPassword = "Sesame-123"

const userBody = (tag: string) => ({
  email: `${tag}@people.example`,
  fullname: "Ada Lovelace",
  password: userPassword,
  confirmPassword: userPassword,
  phone: "7700900123",
  tag,
  countryCode: "+44"
})

const webhookOf = async ({ caller }: Partner, url: string): Promise<Receiver> => {
  const receiver = await startReceiver()
  const created = await caller.post(url, "/laas/webhooks", { url: receiver.url })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  receiver.secrets.push(String(created.body.data.secret))
  return receiver
}

const suite = () => {
  let cluster: OwnCluster
  let database = ""
  let services: ReadonlyArray<Service> = []
  let away: ReadonlyArray<Partner> = []
  let present: ReadonlyArray<Partner> = []
  let traffic: Traffic
  let receivers: ReadonlyArray<Receiver> = []
  let leftAt = 0
  let apiKey = ""

  beforeAll(async () => {
    cluster = await startCluster()
    database = await cluster.database()
    const settings = {
      DATABASE_URL: database,
      OUTBOUND_LOOPBACK: "true",
      RATE_LIMIT_PUBLIC: "0",
      DATABASE_TIMEOUT: String(databaseTimeout)
    }
    services = await Promise.all([startService(settings), startService(settings)])
    const on = await partnersOn(cluster, services[0]?.url ?? "", database, 4)
    away = on[1]
    present = on[2]
  })
  afterAll(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()))
    tidyUp()
    await cluster.stop()
  })

  const url = (): string => services[0]?.url ?? ""
  const first = (partners: ReadonlyArray<Partner>): Partner => partners[0] ?? assert.fail("no partner")
  const answersOf = (partners: ReadonlyArray<Partner>, since: number) =>
    traffic.answers.filter(({ at, partner }) => partners.includes(partner) && at >= since)

  const someAnswersOf = (partners: ReadonlyArray<Partner>, since: number, least: number) =>
    eventually(
      `${least} answers`,
      () => answersOf(partners, since),
      (answers) => answers.length > least
    )

  /** Partners of the other node are served while this worker is away: awards, boards, events, webhooks and logins by API key. */
  const serveOthers = async (): Promise<void> => {
    const stream = await follow(services[1] ?? assert.fail(), first(present).caller)
    const { caller } = first(present)
    let reads = 0
    while (reads < 4 || performance.now() < leftAt + absence) {
      const began = performance.now()
      const board = await caller.get(url(), "/laas/leaderboard/new?take=10&userId=ada")
      assert.equal(board.status, 200, JSON.stringify(board.body))
      assert.ok(performance.now() - began < patience, "a board of another node waited")
      reads += 1
      await setTimeout(200)
    }
    const soon = performance.now() + patience
    const latest = Array.from(traffic.accepted(first(present)).values()).at(-1) ?? assert.fail()
    const follows = async (): Promise<void> => {
      for (let data = ""; !data.includes(latest); data = JSON.stringify((await stream.take(1))[0]?.data)) {}
    }
    await inTime("the event of the latest award", follows())
    await stream.cancel()
    await receivers[1]?.until((received) => received.some(({ body }) => body.includes(latest)))
    assert.ok(performance.now() < soon, "events or webhooks of the other node waited")
    const headers = { authorization: `Basic ${btoa(apiKey)}` }
    const login = await fetch(`${url()}/api/v1/laas/iam/login`, { method: "POST", headers })
    assert.ok(login.ok, await login.text())
    for (const { url } of services) {
      assert.equal((await fetch(`${url}/healthz`)).status, 200)
      assert.equal((await fetch(`${url}/readyz`)).status, 200)
    }
    const answers = await someAnswersOf(present, leftAt, 50)
    assert.deepEqual(
      answers.filter(({ status }) => status !== 201),
      [],
      "partners of the other node were refused"
    )
    const slowest = Math.max(...answers.map(({ took }) => took))
    assert.ok(slowest < patience, `an award of the other node took ${slowest} ms`)
    console.log(`${answers.length} awards of the other node, the slowest took ${Math.round(slowest)} ms`)
  }

  /** Partners and users log in with their passwords, and new ones are created. New partners get a node that is present. */
  const servePeople = async (): Promise<void> => {
    const api = `${url()}/api/v1`
    const { caller } = first(present)
    const login = await post(`${api}/demo/partners/login`, { email: caller.email, password: caller.password })
    assert.equal(login.status, 200, JSON.stringify(login.body))
    const { email, password } = first(away).caller
    const absent = await post(`${api}/demo/partners/login`, { email, password })
    assert.equal(absent.status, 503, JSON.stringify(absent.body))
    const tag = `user-${crypto.randomUUID().slice(0, 8)}`
    const user = await post(`${api}/user`, userBody(tag))
    assert.equal(user.status, 201, JSON.stringify(user.body))
    const application = await caller.get(url(), "/demo/partners")
    const consent = await post(`${api}/demo/users/authorization/authorization-code?scope=profile`, {
      clientId: application.body.data.clientId,
      tag,
      password: userPassword
    })
    assert.equal(consent.status, 200, JSON.stringify(consent.body))
    for (let nth = 0; nth < 4; nth++) {
      const { caller, id } = await newPartner(url(), database)
      assert.equal(await portOf(database, id), cluster.portOf(2))
      const award = { userId: user.body.data.id, ruleName: "visit" }
      const awarded = await caller.post(url(), "/laas/rules/award", award)
      assert.equal(awarded.status, 201, JSON.stringify(awarded.body))
    }
  }

  /** Its own partners get 503 with Retry-After, soon. */
  const refuseOwn = async (): Promise<void> => {
    const answers = await someAnswersOf(away, leftAt, 30)
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([503]))
    const slowest = Math.max(...answers.map(({ took }) => took))
    assert.ok(slowest < patience, `a refusal took ${slowest} ms`)
    console.log(`${answers.length} refusals, the slowest took ${Math.round(slowest)} ms`)
    const board = await first(away).caller.get(url(), "/laas/leaderboard/new?take=10&userId=ada")
    assert.equal(board.status, 503, JSON.stringify(board.body))
    assert.match(String(board.headers.get("retry-after")), /^\d+$/)
    const faults = (await checkDatabase({ DATABASE_URL: database })).filter(({ state }) => state === "fault")
    assert.deepEqual(
      faults.map(({ about }) => about),
      ["cluster"]
    )
    assert.match(faults[0]?.detail ?? "", new RegExp(`cannot connect to 127.0.0.1:${cluster.portOf(1)} `))
  }

  /** When it is back, its partners are served by the same processes. */
  const serveAgain = async (): Promise<void> => {
    await cluster.start()
    const backAt = performance.now()
    await setTimeout(5000)
    const late = await someAnswersOf(away, backAt + 2000, 30)
    assert.deepEqual(
      late.filter(({ status }) => status !== 201),
      []
    )
  }

  it("killed: its partners get 503, all others are served; when it is back, all are", async () => {
    receivers = [await webhookOf(first(away), url()), await webhookOf(first(present), url())]
    const { body } = await first(present).caller.post(url(), "/laas/iam/api-keys", {
      name: "till",
      scopes: ["read"]
    })
    apiKey = `${body.data.apiKey}:${body.data.apiSecret}`
    traffic = startTraffic(
      services.map((service) => service.url),
      [...away, ...present]
    )
    await setTimeout(2000)
    await cluster.kill(1)
    leftAt = performance.now()
    await serveOthers()
    await servePeople()
    await refuseOwn()
    await serveAgain()
  })

  it("vanished, so that its time-outs decide: the same", async () => {
    await cluster.vanish(1)
    leftAt = performance.now()
    await serveOthers()
    await servePeople()
    await refuseOwn()
    await cluster.kill(1)
    await serveAgain()
    await traffic.stop()
  })

  it("no award is lost or doubled, webhooks get what they missed, and the ledger verifies", async () => {
    const partners = [...away, ...present]
    const total = await assertNoneLostOrDoubled(traffic, partners, url(), database)
    const refused = traffic.answers.filter(({ status }) => status !== 201).length
    console.log(`${total} awards, ${refused} refusals while the node was away or came back`)
    for (const [index, partner] of [first(away), first(present)].entries()) {
      const { size } = traffic.accepted(partner)
      const receiver = receivers[index] ?? assert.fail()
      const awardsIn = () =>
        new Set(receiver.received.filter(({ type }) => /^award/.test(type)).map(({ id }) => id))
      await receiver.until(() => awardsIn().size >= size)
      assert.equal(awardsIn().size, size)
      assert.ok(receiver.received.every(({ verified }) => verified))
    }
    await assertEndsWell(services, database)
  })
}

if (clusterScript === undefined) it.skip(withoutCluster)
else describe("a worker of a Citus cluster that is away and comes back", suite)
