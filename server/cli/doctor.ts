import { command, exit } from "./Command.ts"
import { setting } from "./options.ts"

const signs = { ok: "ok", warning: "warning", fault: "FAULT" } as const

export const doctor = command({
  name: "doctor",
  summary:
    "Checks the runtime, the settings, the database, its migrations, rights and clock, the key of second factors, and disk space",
  about: "Writes nothing. Exit code 1 if a check finds a fault, 0 if there are only warnings.",
  options: { database: setting("DATABASE_URL", "url", "The database") },
  run: async ({ environment, terminal }) => {
    const { runChecks } = await import("./doctor/checks.ts")
    const findings = await runChecks(environment)
    const width = Math.max(...findings.map(({ about }) => about.length))
    const ok = findings.every(({ state }) => state !== "fault")
    await terminal.result(
      { ok, findings },
      findings.map(
        ({ about, detail, state }) =>
          `${signs[state].padEnd("warning".length)}  ${about.padEnd(width)}  ${detail}`
      )
    )
    return ok ? exit.ok : exit.fault
  }
})
