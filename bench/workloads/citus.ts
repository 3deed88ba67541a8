// The same work on a Citus cluster and on one of its nodes, which is then a plain PostgreSQL. All nodes share the cores of this
// machine, so the ratios show what distribution costs, and not what more machines bring.
import * as Postgres from "../../lib/drivers/postgres.ts"
import { citusCluster } from "../../test/support/citus.ts"
import { makeTemplate } from "../../test/support/migrated.ts"
import { onServer } from "../../test/support/onServer.ts"
import type { PostgresServer } from "../../test/support/postgres.ts"
import type { Bench, Workload } from "../bench.ts"
import { type Contestant, interleave, latency, median, ratios, throughput } from "../measure.ts"
import { openOurs } from "../ours.ts"
import { connections } from "../stores.ts"
import { millis, perSecond, type Row, times } from "../table.ts"
import { callers, openPartners, partners } from "./partners.ts"

type Which = "cluster" | "node"
const names = ["cluster", "node"] as const

/** How much of the speed of a plain PostgreSQL is left on a cluster that has the same cores. */
const target = 0.2

const client = (url: string) => Postgres.layer({ url, maxConnections: connections })

type Places = Readonly<Record<Which, () => Promise<string>>>

const onCluster = async (
  bench: Bench,
  name: string,
  run: (places: Places) => Promise<ReadonlyArray<Row>>
): Promise<ReadonlyArray<Row>> => {
  const url = process.env.CITUS_URL
  if (!url) {
    bench.progress(`${name}: CITUS_URL is not set, so its rows are left out`)
    return []
  }
  const server: PostgresServer = citusCluster(url)
  try {
    const template = await makeTemplate(server)
    return await run({ cluster: () => server.copyDatabase(template), node: server.freshDatabase })
  } finally {
    await server.stop()
  }
}

/** Statements that the coordinator has sent to one worker and to several, in this database. */
const sentStatements = (url: string): Promise<{ readonly one: number; readonly several: number }> =>
  onServer(url, async (connection) => {
    const { rows } = await connection.query(
      `SELECT query_execution_single_shard AS one, query_execution_multi_shard AS several
       FROM citus_stat_counters WHERE name = current_database()`
    )
    return { one: Number(rows[0]?.one ?? 0), several: Number(rows[0]?.several ?? 0) }
  })

const countStatements = (url: string): Promise<unknown> =>
  onServer(url, (connection) =>
    connection.query(`ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET citus.enable_stat_counters = on`)
  )

/** Measures a contestant on a new database. On the cluster, also reports the statements that an award needs there. */
const measure = async (
  bench: Bench,
  title: string,
  url: string,
  which: Which,
  open: () => Promise<Contestant>,
  count: (contestant: Contestant) => Promise<{ readonly figure: number; readonly awards: number }>
): Promise<number> => {
  if (which === "cluster") await countStatements(url)
  const contestant = await open()
  try {
    const before = await sentStatements(url)
    const { awards, figure } = await count(contestant)
    const after = await sentStatements(url)
    const each = (kind: "one" | "several") => ((after[kind] - before[kind]) / awards).toFixed(2)
    const statements =
      which === "node"
        ? ""
        : `, statements an award: ${each("one")} to one worker, ${each("several")} to several`
    bench.progress(`${title}: ${which}: ${figure.toPrecision(4)}${statements}`)
    return figure
  } finally {
    await contestant.close()
  }
}

export const citusPartners: Workload = {
  name: `citus: ${partners} partners, ${callers} callers each`,
  run: (bench) =>
    onCluster(bench, citusPartners.name, async (places) => {
      const rates = await interleave(names, bench.quick ? 1 : 5, async (which, round) => {
        const url = await places[which]()
        const title = `${citusPartners.name}, round ${round}`
        return measure(
          bench,
          title,
          url,
          which,
          () => openPartners(client(url)),
          async (contestant) => {
            const warmUp = bench.quick ? 160 : 1600
            const rate = await throughput(contestant, 0, warmUp)
            const awards = Math.ceil(rate * (bench.quick ? 0.1 : 5))
            return { figure: await throughput(contestant, warmUp, awards), awards: awards + warmUp }
          }
        )
      })
      const ratio = ratios(rates.cluster, rates.node)
      return [
        {
          workload: `${partners} partners × ${callers} callers, Citus; against one of its nodes alone`,
          baseline: perSecond(median(rates.node)),
          ours: perSecond(median(rates.cluster)),
          ratio: times(ratio),
          target: `≥ ${target}×`,
          reached: ratio.median >= target
        }
      ]
    })
}

export const citusLatency: Workload = {
  name: "citus: one caller, latency",
  run: (bench) =>
    onCluster(bench, citusLatency.name, async (places) => {
      const awards = bench.quick ? 20 : 300
      const p50 = await interleave(names, bench.quick ? 1 : 5, async (which, round) => {
        const url = await places[which]()
        const title = `${citusLatency.name}, round ${round}`
        const open = async () => {
          const library = await openOurs(client(url))
          const scene = await library.prepare({ members: 100, rules: 1 })
          return { run: library.awards(scene, 1), close: library.close }
        }
        return measure(bench, title, url, which, open, async ({ run }) => ({
          figure: await latency(run, 0, awards),
          awards
        }))
      })
      const ratio = ratios(p50.node, p50.cluster)
      return [
        {
          workload: "one caller, median latency, Citus; against one of its nodes alone",
          baseline: millis(median(p50.node)),
          ours: millis(median(p50.cluster)),
          ratio: times(ratio),
          target: `≥ ${target}×`,
          reached: ratio.median >= target
        }
      ]
    })
}
