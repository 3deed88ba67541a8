import { Database } from "bun:sqlite"
import pg from "pg"
import type { Bench, Workload } from "../bench.ts"
import { withOurs } from "../ours.ts"
import type { Store } from "../race.ts"
import { byAmount } from "../scene.ts"
import { postgres, sqlite } from "../stores.ts"

/** The size of a database in bytes, including indexes. On PostgreSQL after a plain VACUUM, as its server runs it by itself. */
type Measure = (place: string) => Promise<number>

interface Storage {
  readonly name: string
  /** Whether every award has an idempotency key: a random UUID, as clients make them. */
  readonly keyed: boolean
  /** Whether every award has an amount. */
  readonly amount?: boolean
  readonly target: number | undefined
  readonly store: (bench: Bench) => Store
  readonly bytes: Measure
}

const storage = ({ name, keyed, amount = false, target, store: storeOf, bytes }: Storage) => {
  const workload: Workload = {
    name,
    run: async (bench) => {
      const store = storeOf(bench)
      const place = await store.place()
      const client = store.client(place)
      const count = bench.quick ? 2000 : 30_000
      const scene = await withOurs(client, (library) =>
        library.prepare({ members: 1000, rules: 1, ...(amount ? { unit: byAmount.unit } : {}) })
      )
      const before = await bytes(place)
      await withOurs(client, async (library) =>
        library.awards({ ...scene, keyed, ...(amount ? { amount: byAmount.amount } : {}) }, 256)(0, count)
      )
      const each = Math.round(((await bytes(place)) - before) / count)
      bench.progress(`${name}: ${each} bytes an award`)
      return [
        {
          workload: `storage per award${keyed ? " with a key" : ""}${amount ? " with an amount" : ""}, ${store.name}, indexes included (${count.toLocaleString("en")} awards, 1,000 members)`,
          baseline: "",
          ours: `${each} bytes`,
          ratio: "",
          target: target === undefined ? "none" : `≤ ${target} bytes`,
          reached: target === undefined || each <= target
        }
      ]
    }
  }
  return workload
}

const sqliteBytes: Measure = async (file) => {
  const database = new Database(file)
  try {
    database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    const row = database
      .query<{ bytes: number }, []>(
        "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()"
      )
      .get()
    return row!.bytes
  } finally {
    database.close()
  }
}

const postgresBytes: Measure = async (url) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("VACUUM")
    const { rows } = await client.query<{ bytes: string }>(
      `SELECT SUM(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relkind = 'r' AND relname LIKE 'rewards%'`
    )
    return Number(rows[0]!.bytes)
  } finally {
    await client.end()
  }
}

const onSqlite = { store: sqlite, bytes: sqliteBytes }
const onPostgres = { store: postgres, bytes: postgresBytes }

export const storageSqlite = storage({
  name: "sqlite: storage of an award",
  keyed: false,
  target: undefined,
  ...onSqlite
})
export const storagePostgres = storage({
  name: "postgres: storage of an award",
  keyed: false,
  target: 700,
  ...onPostgres
})
export const keyedStorageSqlite = storage({
  name: "sqlite: storage of an award with a key",
  keyed: true,
  target: 900,
  ...onSqlite
})
export const keyedStoragePostgres = storage({
  name: "postgres: storage of an award with a key",
  keyed: true,
  target: 900,
  ...onPostgres
})
export const amountStorageSqlite = storage({
  name: "sqlite: storage of an award with an amount",
  keyed: false,
  amount: true,
  target: undefined,
  ...onSqlite
})
export const amountStoragePostgres = storage({
  name: "postgres: storage of an award with an amount",
  keyed: false,
  amount: true,
  target: undefined,
  ...onPostgres
})
