import { command, exit } from "./Command.ts"
import { defaults } from "./demo/options.ts"
import { instant, setting, text, whole } from "./options.ts"
import { grouped } from "./terminal.ts"

export const demo = command({
  name: "demo",
  summary: "Fills a database with a realistic year of three partners",
  about: `Creates partners, rules of every type with limits, members with names, awards, activities, coins that wait and
expire, transfers, reversals, refunds and adjustments over the past year, and prints the login. Everything is written through the library, so all balances
add up. Existing data is not changed; a separate database is best.`,
  options: {
    database: setting("DATABASE_URL", "url", "The database to fill"),
    awards: whole(
      { min: 1, max: 100_000_000, fallback: defaults.awards },
      "How many awards and activities are requested"
    ),
    seed: whole(
      { min: 0, max: 4_294_967_295, fallback: defaults.seed },
      "The same seed creates the same demo"
    ),
    until: instant("The end of the year (default now)"),
    ecosystem: text("word", `The ecosystem of the partners (default ${defaults.ecosystem})`),
    domain: text("host", `The domain of their e-mail addresses (default ${defaults.domain})`),
    password: text("password", `Their password (default ${defaults.password})`)
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
      `${grouped(figures.awards)} awards, ${grouped(figures.activities)} activities, ${grouped(figures.transfers)} transfers and ${grouped(figures.members)} members were written. ` +
        "Start the service with the same database and log in at /dashboard."
    )
    return exit.ok
  }
})
