import type { Workload } from "../bench.ts"
import { withOurs } from "../ours.ts"
import { sqlite } from "../stores.ts"

const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20)

const memory = (): { readonly rss: number; readonly heap: number } => {
  Bun.gc(true)
  const { rss, heapUsed } = process.memoryUsage()
  return { rss: mebibytes(rss), heap: mebibytes(heapUsed) }
}

/** MiB that the runtime itself may take and release. A leak of 100 bytes per award would take 90 MiB. */
const slack = 32

export const memorySqlite: Workload = {
  name: "sqlite: memory",
  long: true,
  run: async (bench) => {
    const store = sqlite(bench)
    const marks = bench.quick ? [1000, 3000, 6000] : [100_000, 500_000, 1_000_000]
    const seen: Array<ReturnType<typeof memory>> = []
    await withOurs(store.client(await store.place()), async (library) => {
      const run = library.awards(await library.prepare({ members: 1000, rules: 1 }), 256)
      let done = 0
      for (const mark of marks) {
        while (done < mark) {
          const next = Math.min(mark, done + 100_000)
          await run(done, next - done)
          done = next
          bench.progress(
            `${memorySqlite.name}: ${done.toLocaleString("en")} awards, ${JSON.stringify(memory())} MiB`
          )
        }
        seen.push(memory())
      }
    })
    const [first, last] = [seen[0]!, seen.at(-1)!]
    const words = ({ rss, heap }: typeof first) => `${rss} MiB (heap ${heap})`
    return [
      {
        workload: `memory after ${marks.map((mark) => mark.toLocaleString("en")).join(", ")} awards, SQLite, 256 callers`,
        baseline: words(first),
        ours: seen.slice(1).map(words).join(", "),
        ratio: `${last.rss - first.rss} MiB (heap ${last.heap - first.heap})`,
        target: `≤ ${slack} MiB more`,
        reached: last.rss - first.rss <= slack && last.heap - first.heap <= slack
      }
    ]
  }
}
