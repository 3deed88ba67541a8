import assert from "node:assert/strict"
import { RewardsError } from "../../lib/index.ts"
import { liveProgramme } from "../archive/programme.ts"
import { each, imported, openQuietly } from "../archive/state.ts"
import { laurelHere } from "../cli/laurel.ts"
import { newCaller, partnerBody, post } from "../server/caller.ts"
import { startService, stopService, tidyUp } from "../server/service.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { freshFile } from "../support/files.ts"
import { makeTemplate } from "../support/migrated.ts"
import { type OwnServer, startOwnPostgres } from "../support/postgres.ts"
import { sqlAt } from "../support/sql.ts"
import { eventually } from "../support/wait.ts"

describe("a read replica, which is a standby that follows the primary", () => {
  let server: OwnServer
  let primary = ""
  let replica = ""
  let partnerId = ""

  beforeAll(async () => {
    server = await startOwnPostgres()
    primary = await makeTemplate(server)
    partnerId = (await liveProgramme(primary, 1, 40)).partnerIds[0] ?? ""
    replica = (await server.startStandby())(primary)
    await liveProgramme(primary, 2, 10)
    await caughtUp()
  })
  afterAll(async () => {
    tidyUp()
    await server.stop()
  })

  const caughtUp = async (): Promise<void> => {
    // A message whose commit waits for the log, so that everything before it has been sent.
    const durably = sqlAt(`${primary}?options=-c%20synchronous_commit%3Don`)
    const [now] = await durably("SELECT pg_logical_emit_message(true, 'test', 'now') AS at")
    const read = () => sqlAt(replica)(`SELECT pg_last_wal_replay_lsn() >= '${now?.at}' AS done`)
    await eventually("the replica to catch up", read, ([row]) => row?.done === true)
  }

  it("laurel verify and laurel export read it, and the archive imports", async () => {
    const settings = { DATABASE_URL: replica }
    const verified = await laurelHere(["verify"], settings)
    assert.equal(verified.code, 0, verified.err)
    const file = await freshFile()
    const written = await laurelHere(["export", "--output", file], settings)
    assert.equal(written.code, 0, written.err)
    const to = `sqlite:${await freshFile()}`
    const lines = (await Bun.file(file).text()).trimEnd().split("\n")
    const { differences, partnerIds } = await imported(to, each(lines))
    assert.deepEqual(differences, [])
    assert.equal(partnerIds.length, 4)
  })

  it("the library reads lists, balances, events and boards from it, and refuses writes as unavailable", async () => {
    const onPrimary = await openQuietly(primary)
    const onReplica = await openQuietly(replica)
    try {
      const board = await onPrimary.boards.points({ partnerId, take: 10 })
      await caughtUp()
      assert.deepEqual(await onReplica.boards.points({ partnerId, take: 10 }), board)
      const lists = async (rewards: typeof onPrimary) => ({
        awards: await rewards.awards.list({ partnerId, limit: 100 }),
        members: await rewards.members.list({ partnerId, limit: 100 }),
        transfers: await rewards.transfers.list({ partnerId, limit: 100 }),
        events: await rewards.events.list({ partnerId, limit: 100 })
      })
      assert.deepEqual(await lists(onReplica), await lists(onPrimary))
      const refused = await onReplica.members.onboard({ partnerId, userId: "new" }).then(
        () => assert.fail("the replica accepted a write"),
        (error: unknown) => error
      )
      assert.ok(refused instanceof RewardsError)
      assert.equal(refused._tag, "DatabaseUnavailable")
    } finally {
      await onReplica.close()
      await onPrimary.close()
    }
  })

  it("the service answers reads, and writes with 503", async () => {
    const onPrimary = await startService({ DATABASE_URL: primary })
    const caller = await newCaller(onPrimary.url)
    assert.equal((await stopService(onPrimary)).code, 0)
    await caughtUp()
    const service = await startService({ DATABASE_URL: replica })
    const rules = await caller.get(service.url, "/laas/rules")
    assert.equal(rules.status, 200, JSON.stringify(rules.body))
    const refused = await post(
      `${service.url}/api/v1/demo/partners`,
      partnerBody("new@shop.example", "Sesame-123")
    )
    assert.equal(refused.status, 503, JSON.stringify(refused.body))
    assert.match(String(refused.headers.get("retry-after")), /^\d+$/)
    assert.equal((await stopService(service)).code, 0)
  })
})
