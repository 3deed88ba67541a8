import assert from "node:assert/strict"
import { setTimeout } from "node:timers/promises"
import { type Service, startService, tidyUp } from "../server/service.ts"
import { afterAll, beforeAll, describe, it } from "../support/effect.ts"
import { sqlAt } from "../support/sql.ts"
import { eventually } from "../support/wait.ts"
import { clusterScript, type OwnCluster, startCluster, withoutCluster } from "./cluster.ts"
import {
  assertEndsWell,
  assertNoneLostOrDoubled,
  type Partner,
  partnersOn,
  portOf,
  startTraffic,
  type Traffic
} from "./traffic.ts"

const suite = () => {
  let cluster: OwnCluster
  let database = ""
  let services: ReadonlyArray<Service> = []
  let partners: ReadonlyArray<Partner> = []
  let moved: Partner
  let traffic: Traffic

  beforeAll(async () => {
    cluster = await startCluster()
    database = await cluster.database()
    const settings = { DATABASE_URL: database, RATE_LIMIT_PUBLIC: "0" }
    services = await Promise.all([startService(settings), startService(settings)])
    const on = await partnersOn(cluster, services[0]?.url ?? "", database, 3)
    moved = on[1][0] ?? assert.fail()
    partners = [...on[1], ...on[2]]
    traffic = startTraffic(
      services.map(({ url }) => url),
      partners
    )
  })
  afterAll(async () => {
    tidyUp()
    await cluster.stop()
  })

  const sql = (text: string) => sqlAt(database)(text)
  const node = (worker: 1 | 2) => `'127.0.0.1', ${cluster.portOf(worker)}`
  const ports = async (): Promise<ReadonlyArray<number>> => {
    const rows = await sql(
      `SELECT DISTINCT nodeport FROM citus_shards WHERE citus_table_type = 'distributed' ORDER BY 1`
    )
    return rows.map(({ nodeport }) => Number(nodeport))
  }

  /** Does something with the nodes, and checks the answers to the awards that were sent meanwhile. */
  const whileAwarding = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    await setTimeout(500)
    const began = performance.now()
    await work()
    const during = await eventually(
      "50 answers since the work began",
      () => traffic.answers.filter(({ at, took }) => at + took > began),
      (answers) => answers.length > 50
    )
    const refused = during.filter(({ status }) => status !== 201).length
    const slowest = Math.round(Math.max(...during.map(({ took }) => took)))
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(
      `${what}: ${during.length} awards in ${seconds} s, ${refused} refused, the slowest took ${slowest} ms`
    )
  }

  it("one partner, with its neighbours of the same shard, by citus_move_shard_placement", async () => {
    assert.equal(await portOf(database, moved.id), cluster.portOf(1))
    await whileAwarding("moved a shard", () =>
      sql(`SELECT citus_move_shard_placement(
        get_shard_id_for_distribution_column('rewards_partner', '${moved.id}'::UUID),
        ${node(1)}, ${node(2)}, shard_transfer_mode => 'force_logical')`)
    )
    assert.equal(await portOf(database, moved.id), cluster.portOf(2))
  })

  it("one partner alone, by isolate_tenant_to_new_shard", async () => {
    await whileAwarding("isolated a partner", () =>
      sql(`SELECT isolate_tenant_to_new_shard('rewards_partner', '${moved.id}'::UUID, 'CASCADE',
        shard_transfer_mode => 'block_writes')`)
    )
    await whileAwarding("moved it back", () =>
      sql(`SELECT citus_move_shard_placement(
        get_shard_id_for_distribution_column('rewards_partner', '${moved.id}'::UUID),
        ${node(2)}, ${node(1)}, shard_transfer_mode => 'force_logical')`)
    )
    const [shard] = await sql(
      `SELECT shardminvalue = shardmaxvalue AS alone FROM pg_dist_shard
       WHERE shardid = get_shard_id_for_distribution_column('rewards_partner', '${moved.id}'::UUID)`
    )
    assert.equal(shard?.alone, true)
  })

  it("all partners of a node that is drained and removed", async () => {
    await whileAwarding("drained a node", () =>
      sql(`SELECT citus_drain_node(${node(2)}, shard_transfer_mode => 'force_logical')`)
    )
    assert.deepEqual(await ports(), [cluster.portOf(1)])
    await whileAwarding("removed the node", () => sql(`SELECT citus_remove_node(${node(2)})`))
  })

  it("some partners to a node that is added, by citus_rebalance_start", async () => {
    await whileAwarding("added a node", () => sql(`SELECT citus_add_node(${node(2)})`))
    await whileAwarding("rebalanced", async () => {
      await sql("SELECT citus_rebalance_start(shard_transfer_mode => 'force_logical')")
      await sql("SELECT citus_rebalance_wait()")
    })
    assert.deepEqual(await ports(), [cluster.portOf(1), cluster.portOf(2)])
  })

  it("no award is lost or doubled, and the ledger verifies", async () => {
    await traffic.stop()
    const total = await assertNoneLostOrDoubled(traffic, partners, services[0]?.url ?? "", database)
    const refused = traffic.answers.filter(({ status }) => status !== 201).length
    console.log(`${total} awards in all, ${refused} refused and repeated`)
    await assertEndsWell(services, database)
  })
}

if (clusterScript === undefined) it.skip(withoutCluster)
else describe("partners of a Citus cluster that move to another node while awards go on", suite)
