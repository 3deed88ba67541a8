import { command, exit } from "./Command.ts"
import { defaults } from "./demo/defaults.ts"
import { instant, setting, text, whole } from "./options.ts"
import { grouped } from "./terminal.ts"

export const demo = command({
  name: "demo",
  summary: "Fills a database with a believable year of three partners",
  about: `Makes partners, rules of every type with limits, members with names, awards, transfers, reversals and refunds
over the year before now, and prints the login. It goes through the library as callers do, so everything adds up.
What the database holds already stays; a database of its own is best.`,
  options: {
    database: setting("DATABASE_URL", "url", "The database to fill"),
    awards: whole({ min: 1, max: 100_000_000, otherwise: defaults.awards }, "How many awards are called for"),
    seed: whole(
      { min: 0, max: 4_294_967_295, otherwise: defaults.seed },
      "The same seed makes the same demo"
    ),
    until: instant("The end of the year; now unless told"),
    ecosystem: text("word", `The ecosystem of the partners; ${defaults.ecosystem} unless told`),
    domain: text("host", `What follows the @ of their e-mail addresses; ${defaults.domain} unless told`),
    password: text("password", `Their password; ${defaults.password} unless told`)
  },
  fields: { ecosystem: "--ecosystem", email: "--domain", redirectUrl: "--domain", password: "--password" },
  run: async ({ environment, options, terminal }) => {
    const { databaseOf } = await import("./database.ts")
    const { fillDemo } = await import("./demo/fill.ts")
    const database = databaseOf(environment, { mayBeNew: true })
    const progress = terminal.progress("Awarding")
    const summary = await fillDemo({
      ...options,
      database,
      onWarning: terminal.note,
      onProgress: (done, total) => progress.at(done, total)
    }).finally(progress.end)
    const { ecosystem, figures, partners, password } = summary
    await terminal.result({ database, ...summary }, [
      ...partners.map(({ email, name }) => `${name}: ${email}`),
      `password: ${password}`,
      `ecosystem: ${ecosystem}`
    ])
    terminal.note(
      `${grouped(figures.awards)} awards, ${grouped(figures.transfers)} transfers and ${grouped(figures.members)} members were written. ` +
        "Start the service with the same database and log in at /dashboard."
    )
    return exit.ok
  }
})
