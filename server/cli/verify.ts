import { command, exit } from "./Command.ts"
import { setting } from "./options.ts"

export const verify = command({
  name: "verify",
  summary: "Recomputes balances, counters, limits and boards, and reports what differs",
  about: "Reads whole tables; the service can keep running. Exit code 1 if anything differs.",
  options: { database: setting("DATABASE_URL", "url", "The database to check") },
  run: async (context) => {
    const { openExisting } = await import("./open.ts")
    const { terminal } = context
    const { rewards } = await openExisting(context)
    const progress = terminal.progress("Checking")
    let checks = 0
    try {
      const divergences = await rewards.verify({
        onCheck: (name) => {
          checks += 1
          progress.at(checks, undefined, name)
        }
      })
      progress.end()
      await terminal.result(
        { ok: divergences.length === 0, checks, divergences },
        divergences.map(
          ({ check, found, stored, partnerId, subject }) =>
            `${check}: partner ${partnerId}, ${subject}: stored ${stored}, computed ${found}`
        )
      )
      terminal.note(
        divergences.length === 0
          ? `Nothing differs in ${checks} checks.`
          : `${divergences.length} rows differ from the values computed from their history.`
      )
      return divergences.length === 0 ? exit.ok : exit.fault
    } finally {
      progress.end()
      await rewards.close()
    }
  }
})
