import pg from "pg"
import type { Random } from "../../../server/cli/demo/random.ts"
import type { Rival } from "../checks/contention.ts"

/** Milliseconds after which the service's sessions look for a deadlock: sooner than the host's, so that they are the victims. */
const patience = 100

const waiters = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
  AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`

/** Fails the next awards of the service, each transaction once, as often as the sequence says. */
const failing = `
  CREATE SEQUENCE IF NOT EXISTS host_failures;
  CREATE TABLE IF NOT EXISTS host_plan (one BOOLEAN PRIMARY KEY, until BIGINT, state TEXT);
  INSERT INTO host_plan VALUES (TRUE, 0, '40001') ON CONFLICT DO NOTHING;
  CREATE OR REPLACE FUNCTION host_conflict() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE plan host_plan;
    BEGIN
      SELECT * INTO plan FROM host_plan;
      IF plan.until > 0 AND nextval('host_failures') <= plan.until THEN
        RAISE EXCEPTION 'conflict' USING ERRCODE = plan.state;
      END IF;
      RETURN NULL;
    END $$;
  CREATE OR REPLACE TRIGGER host_conflict BEFORE INSERT ON rewards_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION host_conflict()`

/** A host's own transactions on the same database, which lock in the wrong order, for too long, or make others fail. */
export const postgresRival = async (url: string, random: Random): Promise<Rival> => {
  const host = new pg.Client({ connectionString: url })
  await host.connect()
  await host.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = %L',
    current_database(), '${patience}ms'); END $$`)
  // Statements outside of the service's transactions run at this level, too.
  await host.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = serializable',
    current_database()); END $$`)
  await host.query("SET deadlock_timeout = '2s'; SET default_transaction_isolation = 'read committed'")
  await host.query(failing)
  const counts = { deadlocks: 0, "of them the host's": 0, held: 0, "serialization failures": 0 }

  const untilBlocking = async () => {
    // The callers never pause, so one of them soon needs the row.
    while ((await host.query(waiters)).rowCount === 0);
  }
  const undo = () => host.query("ROLLBACK")

  const deadlock = async () => {
    await host.query("BEGIN")
    // Every wallet, so that whichever group comes next waits, with the lock of its rule.
    await host.query("SELECT 1 FROM rewards_account WHERE kind = 'wallet' ORDER BY partner_id, id FOR UPDATE")
    await untilBlocking()
    try {
      await host.query("SELECT 1 FROM rewards_rule FOR UPDATE")
    } catch (error) {
      if ((error as { code?: string }).code !== "40P01") throw error
      counts["of them the host's"] += 1
    }
    await undo()
    counts.deadlocks += 1
  }

  const hold = async () => {
    await host.query("BEGIN")
    await host.query(
      random.chance(0.5)
        ? "SELECT 1 FROM rewards_rule FOR UPDATE"
        : "SELECT 1 FROM rewards_account WHERE kind <> 'wallet' FOR UPDATE"
    )
    await untilBlocking()
    // In some rounds for longer than the service waits.
    await Bun.sleep(random.chance(0.1) ? 350 : random.below(20))
    await undo()
    counts.held += 1
  }

  const serialization = async () => {
    // The service makes ten attempts.
    const failures = random.chance(0.05) ? 12 : 1 + random.below(3)
    const state = random.pick(["40001", "40P01"])
    await host.query("ALTER SEQUENCE host_failures RESTART")
    await host.query(`UPDATE host_plan SET until = ${failures}, state = '${state}'`)
    const used = `SELECT 1 FROM host_failures WHERE is_called AND last_value >= ${failures}`
    while ((await host.query(used)).rowCount === 0) await Bun.sleep(2)
    await host.query("UPDATE host_plan SET until = 0")
    counts["serialization failures"] += failures
  }

  const kinds = [deadlock, serialization, hold]
  return {
    conflict: (round) => (kinds[round % kinds.length] ?? deadlock)(),
    figures: async () => counts,
    close: () => host.end()
  }
}
