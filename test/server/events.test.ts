import assert from "node:assert/strict"
import { afterAll, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { startService, stopService, tidyUp } from "./service.ts"
import { award, follow, prepared } from "./suite/events.ts"

afterAll(tidyUp)

it("a stream of events has those of another process, also one that is killed", async () => {
  const settings = { DATABASE_URL: await migratedDatabase() }
  const [reader, writer] = await Promise.all([startService(settings), startService(settings)])
  const caller = await prepared(writer)
  const stream = await follow(reader, caller)
  const seen = [...(await stream.take(2))]
  for (let round = 0; round < 10; round++) {
    assert.equal((await caller.post(writer.url, "/laas/rules/award", award)).status, 201)
    seen.push(...(await stream.take(1)))
  }
  const answer = caller.post(writer.url, "/laas/rules/award", award).catch(() => undefined)
  await answer
  writer.signal("SIGKILL")
  await writer.ended
  seen.push(...(await stream.take(1)))
  const { body } = await caller.get(reader.url, "/laas/events")
  assert.deepEqual(
    seen.map(({ data }) => data),
    body.data.data
  )
  await stream.cancel()
  await stopService(reader)
})
