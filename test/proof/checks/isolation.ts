import assert from "node:assert/strict"
import { type Caller, newCaller } from "../../server/caller.ts"
import { tidyUp } from "../../server/service.ts"
import { Violations } from "../../support/Violations.ts"
import type { Check, Figures, Run } from "../check.ts"
import { databases, onKeptDatabase } from "../databases.ts"
import { unfriendly } from "../hostile/kinds.ts"
import { spawnHostile } from "../hostile/spawn.ts"
import { median, shown } from "../measure.ts"
import { startQuietly } from "../quietService.ts"

const rule = { name: "visit", coinValue: "1", maxNumberOfParticipant: "10", condition: "a visit" }

/** Milliseconds of one turn: a second without the hostile partner, or with it. */
const turn = 1000
const allowed = 3

/** The milliseconds of each award that a partner makes one after the other, for a turn. */
const awardsOf = async (
  url: string,
  partner: Caller,
  violations: Violations<"5xx">
): Promise<ReadonlyArray<number>> => {
  const times = []
  const end = performance.now() + turn
  while (performance.now() < end) {
    const began = performance.now()
    const { body, status } = await partner.post(url, "/laas/rules/award", {
      userId: "ada",
      ruleName: "visit"
    })
    times.push(performance.now() - began)
    const describe = () => `the other partner was answered ${status}: ${JSON.stringify(body)}`
    violations.examine("5xx", status >= 500, describe)
    assert.ok(status === 201 || status >= 500, describe())
  }
  return times
}

const isolateOn = async (address: string, { database, form, progress, rounds }: Run): Promise<Figures> => {
  const service = await startQuietly({ DATABASE_URL: address })
  const { port } = service
  // Two addresses, as two partners have: what one address may use is bounded, too.
  const [url, hostileUrl] = [`http://127.0.0.1:${port}`, `http://[::1]:${port}`]
  const [other, hostile] = [await newCaller(url), await newCaller(url)]
  for (const partner of [hostile, other]) {
    assert.equal((await partner.post(url, "/laas/rules/create-rule", rule)).status, 201)
    assert.equal((await partner.post(url, "/laas/users", { userId: "ada" })).status, 200)
  }
  const violations = new Violations("5xx")
  await awardsOf(url, other, violations)
  const figures: Record<string, string> = {}
  const slowed: Array<string> = []
  // On SQLite a host's transaction that writes holds the one write lock that there is.
  const tried = unfriendly.filter((kind) => kind !== "locks" || database === "postgres")
  try {
    for (const kind of tried) {
      const { token, email } = hostile
      const { end, say } = spawnHostile(kind, { url: hostileUrl, token, email, database: address })
      const turns: { quiet: Array<number>; hostile: Array<number> } = { quiet: [], hostile: [] }
      for (let second = 0; second < rounds; second += 2) {
        turns.quiet.push(median(await awardsOf(url, other, violations)))
        await say("start")
        turns.hostile.push(median(await awardsOf(url, other, violations)))
        await say("stop")
        progress(second + 2)
      }
      await end()
      const [quiet, during] = [median(turns.quiet), median(turns.hostile)]
      figures[kind] = `${shown(during)} ms (quiet ${shown(quiet)})`
      if (form === "full" && during > allowed * quiet) slowed.push(`${kind}: ${figures[kind]}`)
    }
    await service.stop()
  } finally {
    tidyUp()
  }
  assert.deepEqual(slowed, [], "awards of the other partner took longer than they may")
  return { ...figures, ...violations.figures() }
}

/**
 * A quiet turn and a hostile one alternate, so that other load on the machine meets both. The short form asserts only that the other
 * partner is served: times need a machine that does nothing else.
 */
export const isolation: Check = {
  name: "isolation",
  claim: "a hostile partner neither stops another nor makes its awards take more than three times as long",
  unit: "seconds of each kind",
  rounds: { short: 4, full: 60 },
  databases,
  alone: true,
  run: (run) => onKeptDatabase(run.database, (address) => isolateOn(address, run))
}
