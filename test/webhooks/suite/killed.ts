import assert from "node:assert/strict"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"
import { bundled } from "../../support/bundle.ts"
import { describe, it } from "../../support/effect.ts"
import { sized } from "../../support/sized.ts"
import { soon } from "../../support/wait.ts"
import { accepts, silent, startReceiver } from "../receiver.ts"
import { inScene } from "../scene.ts"

/** How many processes are killed on each database. */
const kills = sized("KILLS", { short: 2, long: 20 })
const worker = fileURLToPath(new URL("../worker.ts", import.meta.url))

const spawnWorker = async (...parameters: ReadonlyArray<string>) =>
  Bun.spawn([process.execPath, "run", await bundled(worker), ...parameters], {
    stdout: "pipe",
    stderr: "inherit"
  })

/** Awards until this many were answered, and dies in the middle of the next ones and of their deliveries. */
const awardAndDie = async (url: string, partnerId: string, name: string, answers: number) => {
  const child = await spawnWorker(url, partnerId, name)
  const decoder = new TextDecoder()
  let printed = ""
  const read = async () => {
    for await (const chunk of child.stdout) {
      printed += decoder.decode(chunk, { stream: true })
      if (printed.split("\n").length > answers) break
    }
  }
  await soon(`${answers} answers of the process that is killed`, read(), { seen: () => printed }).finally(
    () => child.kill("SIGKILL")
  )
  await child.exited
  // The last line may have been cut.
  return printed.split("\n").slice(0, -1)
}

const Body = Schema.parseJson(Schema.Struct({ data: Schema.Struct({ id: Schema.String }) }))
const awardIn = (body: string): string => Schema.decodeSync(Body)(body).data.id

/** Events and webhooks of processes that are killed. */
export const killed = (name: string, makeUrl: () => Promise<string>): void => {
  describe(`a sender that starts after another one was killed, on ${name}`, () => {
    it("serves the webhooks of the killed one at once, although their leases have not ended", async () => {
      const url = await makeUrl()
      const hooks = await startReceiver(silent)
      const hour = 60 * 60 * 1000
      let partnerId = ""
      await inScene(url, async ({ shop, webhook }) => {
        const acme = await shop("acme")
        partnerId = acme.partnerId
        await webhook(acme, hooks)
      })
      const child = await spawnWorker(url, partnerId, "killed", String(hour))
      await hooks.until(1)
      child.kill("SIGKILL")
      await child.exited
      hooks.script = accepts
      await inScene(
        url,
        async ({ sql }) => {
          const awards = (await sql("SELECT id FROM rewards_award")).map(({ id }) => String(id))
          await hooks.until((received) => new Set(received.map(({ id }) => id)).size >= awards.length)
          assert.deepEqual(
            Array.from(new Set(hooks.received.map(({ body }) => awardIn(body)))).sort(),
            awards.toSorted()
          )
        },
        { lease: hour }
      )
      await hooks.close()
    }, 60_000)
  })

  describe(`after ${kills} kills of services and senders, on ${name}`, () => {
    it(
      "each accepted award has one event, and the receiver has got all of them",
      async () => {
        const url = await makeUrl()
        const answered: Array<string> = []
        await inScene(
          url,
          async ({ receiver, shop, sql, webhook }) => {
            const [acme, hooks] = [await shop("acme"), await receiver()]
            await webhook(acme, hooks)
            // Two at a time: one dies while the other one works.
            const lives = Array.from({ length: kills }, (_, index) => index)
            const inTurn = async (some: ReadonlyArray<number>) => {
              for (const life of some) {
                answered.push(...(await awardAndDie(url, acme.partnerId, `life ${life}`, 20 + 15 * life)))
              }
            }
            await Promise.all([0, 1].map((turn) => inTurn(lives.filter((life) => life % 2 === turn))))
            const awards = (await sql("SELECT id FROM rewards_award")).map(({ id }) => String(id))
            await hooks.until((received) => new Set(received.map(({ id }) => id)).size >= awards.length)
            assert.ok(answered.length > 0, "no award was answered before a kill")
            assert.ok(answered.every((id) => awards.includes(id)))
            const events = await sql("SELECT id FROM rewards_event WHERE type = 'award.paid'")
            assert.equal(events.length, awards.length)
            // Duplicates share the event's id, so each id stands for one award, and each award for one id.
            const byEvent = new Map(hooks.received.map(({ body, id }) => [id, awardIn(body)]))
            assert.deepEqual([...byEvent.keys()].sort(), events.map(({ id }) => String(id)).sort())
            assert.deepEqual([...byEvent.values()].sort(), awards.toSorted())
            assert.ok(hooks.received.every(({ verified }) => verified))
          },
          { lease: "1 second" }
        )
      },
      240_000 + kills * 10_000
    )
  })
}
