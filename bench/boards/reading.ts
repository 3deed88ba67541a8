import * as Postgres from "../../lib/drivers/postgres.ts"
import type { Bench, Workload } from "../bench.ts"
import { interleave, median } from "../measure.ts"
import { postgres, sqlite } from "../stores.ts"
import type { Row } from "../table.ts"
import { type Ask, type OpenCrowd, openCrowd } from "./crowd.ts"
import { type Point, plot } from "./plot.ts"
import { startRedis } from "./redis.ts"
import { atMost, faster, percentile, type Rounds } from "./rows.ts"

const words = (members: number): string => members.toLocaleString("en")

/**
 * Alternates between the kinds of questions, a few at a time, so that other load on the machine affects all of them.
 */
const turns = async <Name extends string>(
  asked: Readonly<Record<Name, () => Promise<ReadonlyArray<number>>>>,
  rounds: number,
  figure: (taken: ReadonlyArray<number>) => number = median
): Promise<Readonly<Record<Name, Rounds>>> =>
  interleave(Object.keys(asked) as Array<Name>, rounds, async (name) => figure(await asked[name]()))

/** Asks the next `count` questions of a series. */
const series = (crowd: OpenCrowd, ask: Ask, count: number) => {
  let from = 0
  return () => {
    from += count
    return crowd.time(ask, from - count, count)
  }
}

const open = async (bench: Bench, store: "SQLite" | "PostgreSQL", members: number, months: boolean) => {
  const place = await (store === "SQLite" ? sqlite(bench) : postgres(bench)).place()
  // All questions that are compared use the same connection.
  const client =
    store === "SQLite" ? sqlite(bench).client(place) : Postgres.layer({ url: place, maxConnections: 1 })
  return openCrowd(client, members, months, (text) => bench.progress(`${store}, ${words(members)}: ${text}`))
}

const lastPage = ({ crowd }: OpenCrowd): number => Math.ceil(crowd.members / 10)

/**
 * The library in process against Redis over loopback. Each has one caller, which waits for an answer before it asks
 * again.
 */
const sqlitePositions: Workload = {
  name: "boards: positions, SQLite",
  run: async (bench) => {
    const sizes = bench.quick ? [1000, 10_000] : [10_000, 100_000, 1_000_000]
    const redis = await startRedis()
    if (redis === undefined) bench.progress("redis-server is not installed: its rows are left out")
    const [rows, points]: [Array<Row>, Array<Point>] = [[], []]
    try {
      for (const members of sizes) {
        const crowd = await open(bench, "SQLite", members, members === sizes.at(-1))
        const spread = Math.max(10, Math.floor(members / 4))
        await redis?.load(members, (n) => 1 + ((n * 7919) % (1 + ((n * 104729) % spread))))
        const [rounds, count] = bench.quick ? [3, 100] : [15, 1000]
        let from = 0
        const nextRedis = () => {
          from += count
          return redis?.time(members, from - count, count) ?? Promise.resolve([Number.NaN])
        }
        const taken = await turns({ ours: series(crowd, crowd.position, count), redis: nextRedis }, rounds)
        const usual = await turns(
          {
            ours: series(crowd, crowd.position, 200),
            usual: series(crowd, crowd.usualRank, bench.quick ? 5 : 20)
          },
          bench.quick ? 2 : 5
        )
        points.push(
          { series: "ours, SQLite", members, latency: median(taken.ours) },
          { series: "COUNT(*), SQLite", members, latency: median(usual.usual) },
          ...(redis ? [{ series: "Redis ZREVRANK", members, latency: median(taken.redis) }] : [])
        )
        if (members === sizes.at(-1)) {
          const workload = `exact position, SQLite in process, ${words(members)} members`
          if (redis) {
            const against = `${workload}; against Redis ZREVRANK through Bun's client, one caller each`
            rows.push(faster({ workload: against, baseline: taken.redis, ours: taken.ours, target: 0.5 }))
          }
          rows.push(
            faster({
              workload: `${workload}; against COUNT(*) over an index`,
              baseline: usual.usual,
              ours: usual.ours,
              target: 300
            }),
            ...(await pagesAndYear(bench, crowd, "SQLite"))
          )
        }
        await crowd.close()
      }
    } finally {
      await redis?.close()
    }
    if (!bench.quick) bench.progress(`drew ${plot(points)}`)
    return rows
  }
}

const pagesAndYear = async (bench: Bench, crowd: OpenCrowd, store: string): Promise<ReadonlyArray<Row>> => {
  const [rounds, count] = bench.quick ? [2, 10] : [10, 50]
  const taken = await turns(
    {
      first: series(crowd, crowd.page(1), count),
      deepest: series(crowd, crowd.page(lastPage(crowd)), count),
      ...(crowd.crowd.members > 1_000_000 ? {} : { year: series(crowd, crowd.year, count) })
    } as Record<"first" | "deepest" | "year", () => Promise<ReadonlyArray<number>>>,
    rounds
  )
  const members = words(crowd.crowd.members)
  const deepest = {
    workload: `deepest page, ${store}, ${members} members; against the first page`,
    baseline: taken.first,
    ours: taken.deepest,
    target: 3
  }
  if (taken.year === undefined) return [atMost(deepest)]
  const year = {
    workload: `year of twelve months, ${store}, ${members} members, a tenth of them in each month; against one page`,
    baseline: taken.first,
    ours: taken.year,
    target: 15
  }
  return [atMost(deepest), atMost(year)]
}

/** Boards of several sizes on PostgreSQL. A lookup by primary key shows the cost of a round trip. */
const postgresPositions = (name: string, sizes: ReadonlyArray<number>, long: boolean): Workload => ({
  name,
  long,
  run: async (bench) => {
    const wanted = bench.quick ? [1000, 10_000] : sizes
    const [rows, points]: [Array<Row>, Array<Point>] = [[], []]
    const small = await open(bench, "PostgreSQL", wanted[0]!, false)
    for (const members of wanted.slice(1)) {
      const crowd = await open(
        bench,
        "PostgreSQL",
        members,
        members === wanted.at(-1) && members <= 1_000_000
      )
      const [rounds, count] = bench.quick ? [3, 50] : [15, 300]
      const taken = await turns(
        {
          ours: series(crowd, crowd.position, count),
          lookUp: series(crowd, crowd.lookUp, count),
          small: series(small, small.position, count)
        },
        rounds
      )
      const slowest = await turns(
        { ours: series(crowd, crowd.position, count * 3), small: series(small, small.position, count * 3) },
        rounds,
        (values) => percentile(values, 0.99)
      )
      const counting = members > 1_000_000 ? 1 : bench.quick ? 3 : 10
      const usual = await turns({ usual: series(crowd, crowd.usualRank, counting) }, 2)
      points.push(
        { series: "ours, PostgreSQL", members, latency: median(taken.ours) },
        { series: "COUNT(*), PostgreSQL", members, latency: median(usual.usual) }
      )
      if (members === wanted[1]) {
        const first = await turns({ usual: series(small, small.usualRank, counting) }, 3)
        points.push(
          { series: "ours, PostgreSQL", members: wanted[0]!, latency: median(taken.small) },
          { series: "COUNT(*), PostgreSQL", members: wanted[0]!, latency: median(first.usual) }
        )
      }
      const workload = `exact position, PostgreSQL, ${words(members)} members`
      rows.push(
        atMost({
          workload: `${workload}; against a look-up by primary key on the same connection`,
          baseline: taken.lookUp,
          ours: taken.ours,
          target: 10
        }),
        atMost({
          workload: `${workload}, p99; against itself at ${words(wanted[0]!)}`,
          baseline: slowest.small,
          ours: slowest.ours,
          target: 2
        })
      )
      if (members === wanted.at(-1)) rows.push(...(await pagesAndYear(bench, crowd, "PostgreSQL")))
      await crowd.close()
    }
    await small.close()
    if (!bench.quick) bench.progress(`drew ${plot(points)}`)
    return rows
  }
})

export const readingWorkloads: ReadonlyArray<Workload> = [
  sqlitePositions,
  postgresPositions("boards: positions, PostgreSQL", [10_000, 100_000, 1_000_000], false),
  postgresPositions("ten million members: positions, PostgreSQL", [10_000, 10_000_000], true)
]
