import { command, exit } from "./Command.ts"
import { setting } from "./options.ts"

const signs = { ok: "ok", warning: "warning", fault: "FAULT" } as const

export const doctor = command({
  name: "doctor",
  summary: "Checks the runtime, the settings, the database, its migrations and clock, and disk space",
  about: "Writes nothing. Exit code 1 if there is a fault; warnings leave it at 0.",
  options: { database: setting("DATABASE_URL", "url", "The database") },
  run: async ({ environment, terminal }) => {
    const { examine } = await import("./doctor/examine.ts")
    const findings = await examine(environment)
    const width = Math.max(...findings.map(({ about }) => about.length))
    await terminal.result(
      findings,
      findings.map(
        ({ about, detail, state }) =>
          `${signs[state].padEnd("warning".length)}  ${about.padEnd(width)}  ${detail}`
      )
    )
    return findings.some(({ state }) => state === "fault") ? exit.fault : exit.ok
  }
})
