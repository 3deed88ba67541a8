import { type Command, command, exit } from "./Command.ts"
import { bash } from "./completion/bash.ts"
import { fish } from "./completion/fish.ts"
import type { Known } from "./completion/Known.ts"
import { zsh } from "./completion/zsh.ts"
import type { Options } from "./options.ts"

const shells: Readonly<Record<string, (known: ReadonlyArray<Known>) => string>> = { bash, zsh, fish }

/** Prints what makes a shell complete the words of all commands. */
export const makeCompletion = (commands: () => ReadonlyArray<Command>, common: Options): Command =>
  command({
    name: "completion",
    summary: "Prints the completion script of a shell",
    about: `bash: laurel completion bash > ~/.local/share/bash-completion/completions/laurel
zsh:  laurel completion zsh > "\${fpath[1]}/_laurel"
fish: laurel completion fish > ~/.config/fish/completions/laurel.fish`,
    words: [{ name: "shell", summary: "bash, zsh or fish", choices: Object.keys(shells) }],
    options: {},
    run: async ({ terminal, words }) => {
      const known = commands().map(
        ({ name, options, summary, words }): Known => ({
          name,
          summary,
          choices: words[0]?.choices ?? [],
          takesFiles: words[0]?.name === "file",
          options: Object.entries({ ...options, ...common }).map(([name, { summary, value }]) => ({
            name,
            summary,
            takesValue: value !== null
          }))
        })
      )
      await terminal.data(shells[words[0] ?? ""]?.(known) ?? "")
      return exit.ok
    }
  })
