import { rm, writeFile } from "node:fs/promises"
import { openRewards } from "laurel-rewards"
import { runCommandLine } from "../../server/cli/main.ts"
import type { Bench, Workload } from "../bench.ts"
import { interleave, median, ratios } from "../measure.ts"
import { withOurs } from "../ours.ts"
import type { Store } from "../race.ts"
import type { Scene } from "../scene.ts"
import { postgres, sqlite } from "../stores.ts"
import { perSecond, times } from "../table.ts"

const bulk = 1000

/** Each member gets one award, in bulks of `awardMany`. The boards are folded at the end. */
const award = async (database: string, { members, partnerId, rules }: Scene, keyed: boolean) => {
  const rewards = await openRewards({ database })
  try {
    const [ruleName = ""] = rules
    for (let start = 0; start < members.length; start += bulk) {
      await rewards.awards.awardMany(
        members.slice(start, start + bulk).map((userId) => ({
          partnerId,
          userId,
          ruleName,
          ...(keyed ? { idempotencyKey: `award-balance:${userId}` } : {})
        }))
      )
    }
    await rewards.boards.points({ partnerId })
  } finally {
    await rewards.close()
  }
}

/** Each member gets one balance, by the command. */
const importFile = async (database: string, { partnerId }: Scene, file: string) => {
  const silent = { isTerminal: false, write: async () => {} }
  const args = ["import-balances", file, "--partner", partnerId, "--database", database]
  const code = await runCommandLine({ args, environment: {}, out: silent, err: silent })
  if (code !== 0) throw new Error(`the import ended with exit code ${code}`)
}

const imported = (
  name: string,
  open: (bench: Bench) => Store,
  urlOf: (place: string) => string
): Workload => {
  const title = `${name}: import-balances`
  return {
    name: title,
    run: async (bench) => {
      const store = open(bench)
      const count = bench.quick ? 1500 : 20_000
      const file = `${await bench.sqliteFile()}.csv`
      const once = async (which: "imported" | "awarded" | "keyed") => {
        const place = await store.place()
        const scene = await withOurs(store.client(place), (library) =>
          library.prepare({ members: count, rules: 1 })
        )
        const lines = scene.members.map((userId) => `${userId},5,"Opening balance, moved"\n`)
        await writeFile(file, `userId,coins,reason\n${lines.join("")}`)
        const start = performance.now()
        if (which === "imported") await importFile(urlOf(place), scene, file)
        else await award(urlOf(place), scene, which === "keyed")
        const rate = (count / (performance.now() - start)) * 1000
        await withOurs(store.client(place), (library) => library.verify())
        return rate
      }
      const rates = await interleave(
        ["imported", "keyed", "awarded"],
        bench.quick ? 1 : 3,
        async (which, round) => {
          const rate = await once(which)
          bench.progress(`${title}: ${which}, round ${round}: ${rate.toPrecision(4)}`)
          return rate
        }
      )
      await rm(file)
      const row = (baseline: "keyed" | "awarded", words: string) => {
        const ratio = ratios(rates.imported, rates[baseline])
        return {
          workload: `import-balances, ${count} lines, ${store.name}; against awardMany by the thousand, ${words}`,
          baseline: perSecond(median(rates[baseline])),
          ours: perSecond(median(rates.imported)),
          ratio: times(ratio),
          target: "≥ 0.8×",
          reached: ratio.median >= 0.8
        }
      }
      return [row("keyed", "with keys"), row("awarded", "without keys")]
    }
  }
}

export const importWorkloads: ReadonlyArray<Workload> = [
  imported("sqlite", sqlite, (place) => `sqlite:${place}`),
  imported("postgres", postgres, (place) => place)
]
