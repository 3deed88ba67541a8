import assert from "node:assert/strict"
import { setTimeout } from "node:timers/promises"
import { type Caller, newCaller } from "../../server/caller.ts"
import { tidyUp } from "../../server/service.ts"
import type { Check, Figures, Run } from "../check.ts"
import { databases, onKeptDatabase } from "../databases.ts"
import { spawnHostile } from "../hostile/spawn.ts"
import { median, quantile, shown } from "../measure.ts"
import { startQuietly } from "../quietService.ts"

const rule = { name: "visit", coinValue: "1", maxNumberOfParticipant: "10", condition: "a visit" }
const burdens = ["idle connections", "slow bodies", "large bodies", "too many awards"]
const callers = 4
const allowed = 3
/** Megabytes that all of the load together may take beside what the service has without it. */
const room = 400

/** The milliseconds of each award of a few callers with this answer, until the time is over. */
const awardsFor = async (
  url: string,
  partner: Caller,
  milliseconds: number,
  wanted = 201
): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  const end = performance.now() + milliseconds
  const call = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now()
      const { status } = await partner.post(url, "/laas/rules/award", { userId: "ada", ruleName: "visit" })
      if (status === wanted) times.push(performance.now() - began)
      else assert.ok(status < 400, `the answer was ${status}`)
      if (wanted !== 201) await setTimeout(20)
    }
  }
  await Promise.all(Array.from({ length: wanted === 201 ? callers : 1 }, call))
  return times
}

const overloadOn = async (address: string, { form, progress, rounds }: Run): Promise<Figures> => {
  const service = await startQuietly({
    DATABASE_URL: address,
    MAX_CONCURRENT: "20",
    LOG_LEVEL: "error",
    RATE_LIMIT_PARTNER: "0",
    RATE_LIMIT_PUBLIC: "0"
  })
  const [url, burdenUrl] = [`http://127.0.0.1:${service.port}`, `http://[::1]:${service.port}`]
  const [own, greedy] = [await newCaller(url), await newCaller(url)]
  for (const partner of [own, greedy]) {
    assert.equal((await partner.post(url, "/laas/rules/create-rule", rule)).status, 201)
    assert.equal((await partner.post(url, "/laas/users", { userId: "ada" })).status, 200)
  }
  try {
    await awardsFor(url, own, 1000)
    const quiet = quantile(await awardsFor(url, own, Math.min(rounds * 500, 20_000)), 0.99)
    const before = await service.memory()
    const { email, token } = greedy
    const running = burdens.map((kind) =>
      spawnHostile(kind, { url: burdenUrl, token, email, database: address })
    )
    for (const { say } of running) await say("start")
    const memory: Array<number> = []
    const seconds: Array<number> = []
    const refusals: Array<number> = []
    for (let second = 0; second < rounds; second++) {
      const [served, refused] = await Promise.all([
        awardsFor(url, own, 1000),
        awardsFor(burdenUrl, greedy, 1000, 429)
      ])
      seconds.push(quantile(served, 0.99))
      refusals.push(...refused)
      memory.push(await service.memory())
      progress(second + 1)
    }
    const told = await Promise.all(running.map(({ say }) => say("stop")))
    await Promise.all(running.map(({ end }) => end()))
    const during = median(seconds)
    const peak = Math.max(...memory)
    const statuses = Object.entries(told.at(-1)?.statuses ?? {})
    const internal = told.map((each) => each.statuses?.["500"] ?? 0)
    const figures = {
      "p99 of the served": `${shown(during)} ms (quiet ${shown(quiet)})`,
      refusals: `${refusals.length}, half of them within ${shown(median(refusals))} ms`,
      answers: statuses.map(([status, count]) => `${count} × ${status}`).join(", "),
      memory: `${Math.round(peak)} MB at most (quiet ${Math.round(before)})`
    }
    const known = JSON.stringify(figures)
    assert.ok(refusals.length > 0, `nothing was refused: ${known}`)
    if (form === "full") {
      assert.ok(median(refusals) <= allowed * quiet, `refusals took too long: ${known}`)
      assert.ok(during <= allowed * quiet, `the served took too long: ${known}`)
    }
    assert.ok(statuses.length > 0, `the load got no answers: ${known}`)
    assert.deepEqual(
      internal,
      burdens.map(() => 0),
      `answered 500, by kind of load: ${known}`
    )
    assert.ok(peak < before + room, `memory grew too much: ${known}`)
    // Afterwards it serves as before.
    await setTimeout(1000)
    assert.ok((await awardsFor(url, own, 500)).length > 0)
    await service.stop()
    return figures
  } finally {
    tidyUp()
  }
}

/**
 * A partner with four callers, beside 256 callers of another that ask for 2 500 awards a second, 5 000 connections without a request,
 * 1 000 bodies that never end, and bodies of 2 MiB. How many awards are worked on at once decides how long each takes, so a service
 * that has to stay quick under overload is given few slots.
 *
 * A round is one second under load; half as many before it are quiet. The short form asserts no times: they need a machine that
 * does nothing else.
 */
export const overload: Check = {
  name: "overload",
  claim:
    "under more load than it can serve, the service refuses fast, keeps its memory, and serves the rest in time",
  unit: "seconds",
  rounds: { short: 6, full: 300 },
  databases,
  alone: true,
  run: (run) => onKeptDatabase(run.database, (address) => overloadOn(address, run))
}
