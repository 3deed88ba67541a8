import assert from "node:assert/strict"
import { setTimeout } from "node:timers/promises"
import { openRewards } from "../../../lib/index.ts"
import { type Caller, newCaller, type Reply } from "../../server/caller.ts"
import { tidyUp } from "../../server/service.ts"
import type { Check, Figures, Run } from "../check.ts"
import { databases, onKeptDatabase } from "../databases.ts"
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
/** By how much the last quarter of the time may be slower than that after the first minute, for each kind of request. */
const drift = 1.5

const userId = (random: Random): string => `member ${random.below(members)}`

/** A kind of request: how many of a hundred it is, and what one asks for. */
interface Kind {
  readonly name: string
  readonly share: number
  readonly send: (url: string, caller: Caller, user: string) => Promise<Reply>
}

const kinds: ReadonlyArray<Kind> = [
  {
    name: "award",
    share: 55,
    send: (url, { post }, userId) => post(url, "/laas/rules/award", { userId, ruleName: rule.name })
  },
  {
    name: "transfer",
    share: 20,
    send: (url, { post }, userId) => post(url, "/laas/coins/transfer-from-user-wallet", { userId, coins: 1 })
  },
  { name: "board", share: 10, send: (url, { get }) => get(url, "/laas/leaderboard/new?take=20") },
  {
    name: "wallet",
    share: 10,
    send: (url, { get }, userId) => get(url, `/laas/get-user-coin-data?userId=${encodeURIComponent(userId)}`)
  },
  { name: "list", share: 5, send: (url, { get }) => get(url, "/laas/rules/awards?limit=20") }
]
const mix = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind))

/** One request of the mix, and its kind. An empty wallet is an answer as good as another. */
const request = async (url: string, caller: Caller, random: Random): Promise<string> => {
  const { name, send } = random.pick(mix)
  const { body, status } = await send(url, caller, userId(random))
  const isPoor = body.data.appErrorCode === "insufficient_coins"
  assert.ok(status < 300 || isPoor, `${name}: ${status} ${JSON.stringify(body)}`)
  return name
}

interface Timed {
  readonly kind: string
  readonly ms: number
}

/** Requests of all callers for some time, at a pace where one is given; their kinds, and the milliseconds that each took. */
const load = async (
  send: () => Promise<string>,
  seconds: number,
  pace?: number
): Promise<ReadonlyArray<Timed>> => {
  const times: Array<Timed> = []
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
      const kind = await send()
      times.push({ kind, ms: performance.now() - at })
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

/** What ten seconds showed, so that a slope can be told from noise. */
interface Step {
  readonly times: ReadonlyArray<Timed>
  readonly memory: number
}
const stepsOfMinute = 6

/** The median of the steps' medians. */
const p50Of = (steps: ReadonlyArray<Step>, kind?: string): number =>
  median(
    steps.map(({ times }) =>
      median(times.filter((timed) => kind === undefined || timed.kind === kind).map(({ ms }) => ms))
    )
  )

const judge = (steps: ReadonlyArray<Step>, pace: number): Figures => {
  const quarter = Math.floor(steps.length / 4)
  const warm = Math.min(stepsOfMinute, quarter)
  const [early, late] = [steps.slice(warm, warm + quarter), steps.slice(-quarter)]
  const of = (kind?: string) => ({ early: p50Of(early, kind), late: p50Of(late, kind) })
  const told = ({ early, late }: ReturnType<typeof of>) => `${shown(early)} ms early, ${shown(late)} ms late`
  const byKind = kinds.map(({ name }) => ({ name, p50: of(name) }))
  const growth = slopeOf(steps.slice(quarter).map(({ memory }) => memory)) * stepsOfMinute
  const p99 = median(
    steps.map(({ times }) =>
      quantile(
        times.map(({ ms }) => ms),
        0.99
      )
    )
  )
  const figures = {
    pace: `${Math.round(pace)} requests a second`,
    p50: told(of()),
    ...Object.fromEntries(byKind.map(({ name, p50 }) => [`p50 of ${name}`, told(p50)])),
    p99: `${shown(p99)} ms`,
    memory: `${Math.round(Math.max(...steps.map(({ memory }) => memory)))} MB at most, ${shown(growth)} MB more a minute`
  }
  assert.ok(growth <= slope, `memory grows: ${JSON.stringify(figures)}`)
  const slower = byKind.filter(({ p50 }) => !(p50.late <= drift * p50.early)).map(({ name }) => name)
  assert.deepEqual(slower, [], `latency grows: ${JSON.stringify(figures)}`)
  return figures
}

const soakOn = async (address: string, { progress, rounds, seed }: Run): Promise<Figures> => {
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
    const steps: Array<Step> = []
    for (let step = 1; step <= rounds * stepsOfMinute; step++) {
      const times = await load(send, 60 / stepsOfMinute, pace)
      steps.push({ times, memory: await service.memory() })
      progress(Math.floor(step / stepsOfMinute))
    }
    await service.stop()
    const rewards = await openRewards({ database: address, accounts: { sendWebhooks: false } })
    assert.deepEqual(await rewards.verify(), [])
    await rewards.close()
    return judge(steps, pace)
  } finally {
    tidyUp()
  }
}

/** A round is a minute. */
export const soak: Check = {
  name: "soak",
  claim:
    "at 70 % of what it can serve, memory and the latency of every kind of request stay as they are, and the books balance in the end",
  unit: "minutes",
  rounds: { full: 20 },
  databases,
  alone: true,
  run: (run) => onKeptDatabase(run.database, (address) => soakOn(address, run))
}
