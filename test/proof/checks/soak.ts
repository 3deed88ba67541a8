import assert from "node:assert/strict"
import { setTimeout } from "node:timers/promises"
import { openRewards } from "../../../lib/index.ts"
import { type Caller, newCaller } from "../../server/caller.ts"
import { tidyUp } from "../../server/service.ts"
import type { Check } from "../check.ts"
import { databases, emptyDatabase } from "../databases.ts"
import { median, quantile, shown } from "../measure.ts"
import { startQuietly } from "../quietService.ts"
import { makeRandom, type Random } from "../random.ts"

const rule = { name: "visit", coinValue: "3", maxNumberOfParticipant: "100000", condition: "a visit" }
const members = 200
const callers = 8
/** Seconds in which the most that can be served is measured. */
const trial = 10
const share = 0.7
/** Megabytes a minute. */
const slope = 2
/** By how much the last quarter may be slower than the second. */
const drift = 1.5

const userId = (random: Random): string => `member ${random.below(members)}`

/** One request of the mix. An empty wallet is an answer as good as another. */
const request = async (url: string, { get, post }: Caller, random: Random): Promise<void> => {
  const [kind, user] = [random.next(), userId(random)]
  const { body, status } =
    kind < 0.55
      ? await post(url, "/laas/rules/award", { userId: user, ruleName: rule.name })
      : kind < 0.75
        ? await post(url, "/laas/coins/transfer-from-user-wallet", { userId: user, coins: 1 })
        : kind < 0.85
          ? await get(url, "/laas/leaderboard/new?take=20")
          : kind < 0.95
            ? await get(url, `/laas/get-user-coin-data?userId=${encodeURIComponent(user)}`)
            : await get(url, "/laas/rules/awards?limit=20")
  const isPoor = body.data.appErrorCode === "insufficient_coins"
  assert.ok(status < 300 || isPoor, `${status} ${JSON.stringify(body)}`)
}

/** Requests of all callers for some time, at a pace where one is given; the milliseconds that each took. */
const load = async (
  send: () => Promise<void>,
  seconds: number,
  pace?: number
): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  const began = performance.now()
  const end = began + seconds * 1000
  let sent = 0
  const call = async (): Promise<void> => {
    while (performance.now() < end) {
      const due = pace === undefined ? 0 : began + (sent * 1000) / pace
      sent += 1
      const wait = due - performance.now()
      if (wait > 0) await setTimeout(wait)
      const at = performance.now()
      await send()
      times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return times
}

/** The slope of the line that fits the values best, by their places. */
const slopeOf = (values: ReadonlyArray<number>): number => {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const above = values.reduce((sum, value, place) => sum + (place - middle) * (value - mean), 0)
  return above / values.reduce((sum, _, place) => sum + (place - middle) ** 2, 0)
}

/** A round is a minute. */
export const soak: Check = {
  name: "soak",
  claim:
    "at 70 % of what it can serve, memory and latency stay as they are, and the books balance in the end",
  unit: "minutes",
  rounds: { full: 20 },
  databases,
  alone: true,
  run: async ({ database, progress, rounds, seed }) => {
    const address = await emptyDatabase(database)
    const service = await startQuietly({
      DATABASE_URL: address,
      RATE_LIMIT_PARTNER: "0",
      RATE_LIMIT_PUBLIC: "0"
    })
    const url = `http://127.0.0.1:${service.port}`
    const partner = await newCaller(url)
    const random = makeRandom(seed)
    try {
      assert.equal((await partner.post(url, "/laas/rules/create-rule", rule)).status, 201)
      for (let index = 0; index < members; index++) {
        assert.equal((await partner.post(url, "/laas/users", { userId: `member ${index}` })).status, 200)
      }
      const send = () => request(url, partner, random)
      const pace = ((await load(send, trial)).length / trial) * share
      const minutes: Array<{ readonly p50: number; readonly p99: number; readonly memory: number }> = []
      // In sixths of a minute, so that a slope can be told from noise.
      for (let part = 0; part < rounds * 6; part++) {
        const times = await load(send, 10, pace)
        minutes.push({ p50: median(times), p99: quantile(times, 0.99), memory: await service.memory() })
        progress(Math.floor((part + 1) / 6))
      }
      await service.stop()
      const rewards = await openRewards({ database: address, accounts: { sendWebhooks: false } })
      assert.deepEqual(await rewards.verify(), [])
      await rewards.close()
      const quarter = Math.floor(minutes.length / 4)
      const early = median(minutes.slice(quarter, 2 * quarter).map(({ p50 }) => p50))
      const late = median(minutes.slice(-quarter).map(({ p50 }) => p50))
      const growth = slopeOf(minutes.slice(quarter).map(({ memory }) => memory)) * 6
      const figures = {
        pace: `${Math.round(pace)} requests a second`,
        p50: `${shown(early)} ms early, ${shown(late)} ms late`,
        p99: `${shown(median(minutes.map(({ p99 }) => p99)))} ms`,
        memory: `${Math.round(Math.max(...minutes.map(({ memory }) => memory)))} MB at most, ${shown(growth)} MB more a minute`
      }
      assert.ok(growth <= slope, `memory grows: ${JSON.stringify(figures)}`)
      assert.ok(late <= drift * early, `latency grows: ${JSON.stringify(figures)}`)
      return figures
    } finally {
      tidyUp()
    }
  }
}
