import { type CommandSpec, firstWords, secondWords } from "./CommandSpec.ts"

const quote = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`

const seen = (name: string): string =>
  `__fish_seen_subcommand_from ${name.split(" ").join("; and __fish_seen_subcommand_from ")}`

const linesOf = ({ choices, name, options, takesFiles }: CommandSpec): ReadonlyArray<string> => [
  ...options.map(
    ({ name: option, summary, takesValue }) =>
      `complete -c laurel -n ${quote(seen(name))} -l ${option} -d ${quote(summary)}${takesValue ? " -r -F" : ""}`
  ),
  ...(choices.length === 0
    ? []
    : [`complete -c laurel -n ${quote(seen(name))} -a ${quote(choices.join(" "))}`]),
  ...(takesFiles ? [`complete -c laurel -n ${quote(seen(name))} -F`] : [])
]

export const fish = (specs: ReadonlyArray<CommandSpec>): string =>
  [
    "# Completion of laurel for fish.",
    "complete -c laurel -f",
    ...firstWords(specs).flatMap((first) => {
      const [only] = specs.filter(({ name }) => name === first)
      const second = secondWords(specs, first)
      return [
        `complete -c laurel -n __fish_use_subcommand -a ${first} -d ${quote(only?.summary ?? second.join(", "))}`,
        ...(second.length === 0
          ? []
          : [
              `complete -c laurel -n ${quote(`__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${second.join(" ")}`)} -a ${quote(second.join(" "))}`
            ])
      ]
    }),
    ...specs.flatMap(linesOf),
    "complete -c laurel-rewards -w laurel",
    ""
  ].join("\n")
