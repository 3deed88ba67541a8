import { CommandFailed, command, exit, UsageError } from "./Command.ts"
import { text, whole } from "./options.ts"

export const harness = command({
  name: "harness",
  summary: "Tests the award limits of a running service with random and concurrent calls",
  about:
    "Registers partners of its own. Use a service for tests: what it writes stays. Exit code 1 with a way to repeat what it found.",
  words: [{ name: "url", summary: "Where the service is, such as http://localhost:3000" }],
  options: {
    seed: text("number", "Where random histories start; another each time unless told"),
    seeds: whole({ min: 1, max: 1_000_000, otherwise: 20 }, "How many histories"),
    commands: whole({ min: 1, max: 100_000, otherwise: 60 }, "How many commands in each"),
    ecosystem: text("word", "The ecosystem in which it registers partners; harness unless told")
  },
  run: async ({ options, terminal, words }) => {
    const { checkPromise, HarnessFailure, httpSubject, ServiceUnreachable, showReport } = await import(
      "../../lib/testing.ts"
    )
    const [url = ""] = words
    if (!URL.canParse(url))
      throw new UsageError(`<url> must be an address such as http://localhost:3000, got "${url}".`)
    const { commands, ecosystem, seed = String(Math.floor(Math.random() * 2 ** 30)), seeds } = options
    if (!/^\d+$/.test(seed)) throw new UsageError(`--seed must be a whole number, got "${seed}"`)
    terminal.note(`From seed ${seed}.`)
    const progress = terminal.progress("Testing")
    try {
      const report = await checkPromise({
        subject: httpSubject({
          url: url.replace(/\/+$/, ""),
          ...(ecosystem === undefined ? {} : { ecosystem })
        }),
        seed,
        seeds,
        commands,
        onProgress: ({ finished, sequences }) => progress.at(finished, sequences)
      })
      progress.end()
      await terminal.result(report, [showReport(report)])
      return exit.ok
    } catch (error) {
      progress.end()
      if (error instanceof ServiceUnreachable) throw new CommandFailed(`${error.message}. Check <url>.`)
      if (!(error instanceof HarnessFailure)) throw error
      await terminal.result({ failure: error.message, seed }, [error.message])
      return exit.fault
    }
  }
})
