import assert from "node:assert/strict"
import pg from "pg"
import { afterAll, it } from "../support/effect.ts"
import { migratedDatabase } from "../support/migrated.ts"
import { eventually } from "../support/wait.ts"
import { startService, stopService, tidyUp } from "./service.ts"
import { award, follow, prepared } from "./suite/events.ts"

afterAll(tidyUp)

/** Makes every COMMIT of an award wait while this session holds the lock. */
const holdCommits = `
  CREATE FUNCTION host_gate() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock_shared(42); RETURN NULL; END $$;
  CREATE CONSTRAINT TRIGGER host_gate AFTER INSERT ON rewards_award
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION host_gate();
  SELECT pg_advisory_lock(42)`
const heldCommits = `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

it("a stream of events has those of another process, also one that is killed during COMMIT", async () => {
  const database = await migratedDatabase()
  const settings = { DATABASE_URL: database }
  const [reader, writer] = await Promise.all([startService(settings), startService(settings)])
  const caller = await prepared(writer)
  const stream = await follow(reader, caller)
  const seen = [...(await stream.take(2))]
  const send = () => caller.post(writer.url, "/laas/rules/award", award)
  for (let round = 0; round < 10; round++) {
    assert.equal((await send()).status, 201)
    seen.push(...(await stream.take(1)))
  }

  const admin = new pg.Client({ connectionString: database })
  await admin.connect()
  await admin.query(holdCommits)
  const answer = send().catch(() => "none")
  await eventually(
    "a COMMIT that is held",
    () => admin.query(heldCommits),
    ({ rowCount }) => rowCount !== 0
  )
  writer.signal("SIGKILL")
  await writer.ended
  assert.equal(await answer, "none", "the award was answered before the kill")
  // PostgreSQL finishes the COMMIT of the dead process.
  await admin.end()
  seen.push(...(await stream.take(1)))

  const { body } = await caller.get(reader.url, "/laas/events")
  assert.deepEqual(
    seen.map(({ data }) => data),
    body.data.data
  )
  assert.equal(seen.length, 13)
  await stream.cancel()
  await stopService(reader)
})
