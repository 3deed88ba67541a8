import { type Command, command, exit } from "./Command.ts"
import { bash } from "./completion/bash.ts"
import { type CommandSpec, specOf } from "./completion/CommandSpec.ts"
import { fish } from "./completion/fish.ts"
import { zsh } from "./completion/zsh.ts"
import type { Options } from "./options.ts"

const shells: Readonly<Record<string, (specs: ReadonlyArray<CommandSpec>) => string>> = { bash, zsh, fish }

/** Prints a script with which a shell completes all commands and their options. */
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
      const all = commands()
      const specs = all.map((each) => specOf(each, common, all))
      await terminal.data(shells[words[0] ?? ""]?.(specs) ?? "")
      return exit.ok
    }
  })
