import assert from "node:assert/strict"
import { setTimeout } from "node:timers/promises"
import { type Caller, newCaller } from "../../server/caller.ts"
import { onBun } from "../../server/runtimes.ts"
import { tidyUp } from "../../server/service.ts"
import type { Figures, Run } from "../check.ts"
import { spawnHostile } from "../hostile/spawn.ts"
import { median, shown } from "../measure.ts"
import { type QuietService, startQuietly } from "../quietService.ts"
import type { Assault, Attack, Plan, Stage } from "./Attack.ts"

/** Another partner may wait this many times as long as without the attack, and this many milliseconds in any case. */
const [allowed, least] = [3, 10]
/** Megabytes that all assaults together may take beside what the service has before them. */
const room = 150
/** An assault fails if it hurts each time that it is tried: a busy machine may slow one of them. */
const tries = 3

const rule = { name: "visit", coinValue: "1", maxNumberOfParticipant: "100000", condition: "a visit" }
const award = async (url: string, other: Caller): Promise<number> =>
  (await other.post(url, "/laas/rules/award", { userId: "ada", ruleName: "visit" })).status

const settings = { LOG_LEVEL: "error", RATE_LIMIT_PARTNER: "0", RATE_LIMIT_PUBLIC: "0" }

const newPartner = async (url: string, more: Readonly<Record<string, string>> = {}): Promise<Caller> => {
  const made = await newCaller(url, more)
  assert.equal((await made.post(url, "/laas/rules/create-rule", rule)).status, 201)
  assert.equal((await made.post(url, "/laas/users", { userId: "ada" })).status, 200)
  return made
}

/** The milliseconds of each thing that the victim does, by name. */
type Times = Readonly<Record<string, number>>

interface Victim {
  readonly acts: Readonly<Record<string, () => Promise<number>>>
  /** Answers other than success, as a text each. */
  readonly refusals: Set<string>
}

/** The victim does all it does, one after the other, for some seconds. Returns the medians. */
const timesOf = async ({ acts, refusals }: Victim, seconds: number): Promise<Times> => {
  const times: Record<string, Array<number>> = {}
  const end = performance.now() + seconds * 1000
  do {
    for (const [name, act] of Object.entries(acts)) {
      const began = performance.now()
      const status = await act()
      const taken = times[name] ?? []
      times[name] = taken
      taken.push(performance.now() - began)
      if (status >= 300) refusals.add(`${name} was answered ${status}`)
    }
    await setTimeout(5)
  } while (performance.now() < end)
  return Object.fromEntries(Object.entries(times).map(([name, taken]) => [name, median(taken)]))
}

interface Trial {
  readonly quiet: Times
  readonly during: Times
  /** Megabytes. */
  readonly memory: number
}

const slowest = ({ during, quiet }: Trial): ReadonlyArray<string> =>
  Object.entries(during)
    .filter(([name, time]) => time > Math.max(least, allowed * (quiet[name] ?? 0)))
    .map(([name]) => name)

const textOf = ({ during, memory, quiet }: Trial): string =>
  [
    ...Object.entries(during).map(
      ([name, time]) => `${name} ${shown(time)} ms (quiet ${shown(quiet[name] ?? 0)})`
    ),
    `${Math.round(memory)} MB`
  ].join(", ")

const lowest = (one: Times, other: Times): Times =>
  Object.fromEntries(Object.entries(one).map(([name, time]) => [name, Math.min(time, other[name] ?? time)]))

interface Scene {
  readonly service: QuietService
  readonly address: string
  readonly victim: Victim
  readonly seconds: number
}

const startHostile = async ({ address, service }: Scene, { kind, ...options }: Assault) => {
  const hostile = { token: "", email: "", ...options, url: `http://[::1]:${service.port}`, database: address }
  const started = spawnHostile(kind, hostile)
  await started.say("start")
  return started
}

/** Lets the process do ordinary work for as long as an assault. */
const workOrdinarily = async (scene: Scene, assault: Assault): Promise<void> => {
  const { end, say } = await startHostile(scene, assault)
  await setTimeout(scene.seconds * 1000)
  await say("stop")
  await end()
}

const tryOnce = async (scene: Scene, assault: Assault): Promise<Trial> => {
  const { seconds, service, victim } = scene
  const before = await timesOf(victim, seconds)
  const { end, say } = await startHostile(scene, assault)
  await setTimeout(1000)
  const during = await timesOf(victim, seconds)
  const memory = await service.memory()
  await say("stop")
  await end()
  // What is left of the attack in queues ends.
  await setTimeout(500)
  return { quiet: lowest(before, await timesOf(victim, seconds)), during, memory }
}

const start = async ({ on, settings: more, wrap }: Attack, address: string): Promise<QuietService> =>
  startQuietly(
    { ...settings, ...more, DATABASE_URL: address },
    { on: (await on?.()) ?? onBun, ...(wrap && { wrap }) }
  )

const prepare = async (attack: Attack, address: string, { database, form }: Run) => {
  const service = await start(attack, address)
  try {
    const url = `http://127.0.0.1:${service.port}`
    const stage: Stage = { database, form, url, partner: (more) => newPartner(url, more) }
    const plan = await attack.prepare(stage)
    return { plan, other: await newPartner(url, plan.onboarding) }
  } finally {
    await service.stop()
  }
}

const assail = async (plan: Plan, scene: Scene, progress: (done: number) => void): Promise<Figures> => {
  const { service, victim } = scene
  if (plan.ordinary !== undefined) await workOrdinarily(scene, plan.ordinary)
  const before = await service.memory()
  const figures: Record<string, string> = { before: `${Math.round(before)} MB` }
  const harm: Array<string> = []
  for (const [name, assault] of Object.entries(plan.assaults)) {
    let trial = await tryOnce(scene, assault)
    for (let again = 1; again < tries && slowest(trial).length > 0; again++) {
      trial = await tryOnce(scene, assault)
    }
    figures[name] = textOf(trial)
    progress(scene.seconds)
    if (slowest(trial).length > 0)
      harm.push(`${name} delays another partner's ${slowest(trial).join(" and ")}`)
    if (trial.memory > before + room) harm.push(`${name} takes more than ${room} MB`)
  }
  harm.push(...victim.refusals)
  assert.deepEqual(harm, [], `another partner is harmed: ${JSON.stringify(figures)}`)
  return figures
}

const tryAll = async (
  plan: Plan,
  other: Caller,
  service: QuietService,
  address: string,
  run: Run
): Promise<Figures> => {
  const url = `http://127.0.0.1:${service.port}`
  const acts = Object.entries({ award, ...plan.victim }).map(
    ([name, act]) => [name, () => act(url, other)] as const
  )
  const victim: Victim = { acts: Object.fromEntries(acts), refusals: new Set() }
  await timesOf(victim, 2)
  return assail(plan, { service, address, victim, seconds: run.rounds }, run.progress)
}

/** Prepares an attack, and tries each of its assaults while another partner, at another address, works on. */
export const attackOn = async (attack: Attack, address: string, run: Run): Promise<Figures> => {
  const missing = attack.missing?.()
  if (missing !== undefined) return { skipped: missing }
  const { other, plan } = await prepare(attack, address, run)
  const service = await start(attack, address)
  try {
    return await tryAll(plan, other, service, address, run)
  } finally {
    await service.stop()
    await plan.end?.()
    tidyUp()
  }
}
