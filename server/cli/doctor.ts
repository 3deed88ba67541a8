import { type Context, command, exit } from "./Command.ts"
import { checkDatabase } from "./doctor/database.ts"
import { checkDisk } from "./doctor/disk.ts"
import type { Finding } from "./doctor/Finding.ts"
import { checkRuntime } from "./doctor/runtime.ts"
import { checkSettings } from "./doctor/settings.ts"
import { setting } from "./options.ts"

const signs = { ok: "ok", warning: "warning", fault: "FAULT" } as const

const examine = async (environment: Context["environment"]): Promise<ReadonlyArray<Finding>> => [
  checkRuntime(),
  ...checkSettings(environment),
  ...(await checkDatabase(environment)),
  ...(await checkDisk(environment))
]

export const doctor = command({
  name: "doctor",
  summary: "Checks the runtime, the settings, the database, its migrations and clock, and disk space",
  about: "Writes nothing. Exit code 1 if there is a fault; warnings leave it at 0.",
  options: { database: setting("DATABASE_URL", "url", "The database") },
  run: async ({ environment, terminal }) => {
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
