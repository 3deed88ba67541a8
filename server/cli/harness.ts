import { CommandFailed, command, exit, UsageError } from "./Command.ts"
import { text, whole } from "./options.ts"

export const harness = command({
  name: "harness",
  summary: "Tests the award limits of a running service with random and concurrent calls",
  about:
    "Registers its own partners, and leaves what it writes: use a test service. If a limit fails, the exit code is 1 and it prints how to repeat the failure.",
  words: [{ name: "url", summary: "The URL of the service, such as http://localhost:3000" }],
  options: {
    seed: text("number", "The seed of the random histories (default: a new one each time)"),
    seeds: whole({ min: 1, max: 1_000_000, fallback: 20 }, "The number of histories"),
    commands: whole({ min: 1, max: 100_000, fallback: 60 }, "The number of commands in each"),
    ecosystem: text("word", "The ecosystem in which it registers partners (default harness)")
  },
  run: async ({ options, terminal, words }) => {
    const { checkPromise, HarnessFailure, httpSubject, ServiceUnreachable, showReport } = await import(
      "../../lib/entries/testing.ts"
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
