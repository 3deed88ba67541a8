import type { Workload } from "../../bench.ts"
import { connections as pool, postgres, sqlite } from "../../stores.ts"
import { type Entrant, race } from "../race.ts"
import { p99Row, rateRow } from "../rows.ts"
import { singles } from "../scene.ts"

const connections = 64

const ours: Entrant = { script: "ours.ts", kind: "whole", posts: singles, connections }
const byHand = (kind: string): Entrant => ({
  script: "baselines/server.ts",
  kind,
  posts: singles,
  connections
})

export const awardsSqlite: Workload = {
  name: "http: awards, sqlite",
  run: async (bench) => {
    const figures = await race(bench, {
      title: awardsSqlite.name,
      store: sqlite(bench),
      entrants: { ours, each: byHand("each"), grouped: byHand("grouped") }
    })
    const words = `HTTP, ${connections} connections, one hot rule, SQLite; against Bun.serve and bun:sqlite by hand`
    return [
      rateRow(`${words}, one transaction a request`, figures.ours, figures.each, 1.6),
      rateRow(`${words}, with a group commit`, figures.ours, figures.grouped, 0.65),
      p99Row(`${words}, with a group commit`, figures.ours, figures.grouped, 2)
    ]
  }
}

export const awardsPostgres: Workload = {
  name: "http: awards, postgres",
  run: async (bench) => {
    const figures = await race(bench, {
      title: awardsPostgres.name,
      store: postgres(bench),
      entrants: { ours, each: byHand("postgres") }
    })
    const words = `HTTP, ${connections} connections, one hot rule, PostgreSQL; against Bun.serve and pg by hand, ${pool} connections, one transaction a request`
    return [rateRow(words, figures.ours, figures.each, 5)]
  }
}
