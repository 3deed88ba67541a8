import { createServer } from "node:net"
import { join } from "node:path"
import type { Bench, Workload } from "../../bench.ts"
import { median } from "../../measure.ts"

const main = join(import.meta.dirname, "../../../server/main.ts")
const patience = 30_000

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false
  )

/** Milliseconds from the start of the process until it reports that it is ready. */
const startOnce = async (database: string): Promise<number> => {
  const port = await freePort()
  const started = performance.now()
  const child = Bun.spawn([process.execPath, "run", main], {
    env: {
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: String(port),
      DATABASE_URL: database
    },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "inherit"
  })
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null || performance.now() - started > patience) {
        throw new Error(`the server did not get ready (exit code ${child.exitCode})`)
      }
      await Bun.sleep(2)
    }
    return performance.now() - started
  } finally {
    child.kill("SIGKILL")
    await child.exited
  }
}

const starting = (store: string, place: (bench: Bench) => Promise<string>): Workload => ({
  name: `http: start to ready, ${store}`,
  run: async (bench) => {
    const taken: Array<number> = []
    for (let round = 0; round < (bench.quick ? 1 : 5); round++)
      taken.push(await startOnce(await place(bench)))
    const [min, max] = [Math.min(...taken), Math.max(...taken)].map((value) => value.toFixed(0))
    return [
      {
        workload: `start to ready, empty ${store} database`,
        baseline: "",
        ours: `${median(taken).toFixed(0)} ms (${min}–${max})`,
        ratio: "",
        target: "none",
        reached: true
      }
    ]
  }
})

export const startSqlite = starting("SQLite", async (bench) => `sqlite:${await bench.sqliteFile()}`)
export const startPostgres = starting("PostgreSQL", (bench) => bench.postgresUrl())
