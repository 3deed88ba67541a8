import { type CommandSpec, firstWords, secondWords } from "./CommandSpec.ts"

const quote = (text: string): string => text.replaceAll("'", "'\\''").replace(/[[\]:]/g, "\\$&")

const caseOf = ({ choices, name, options, takesFiles }: CommandSpec): string => {
  const args = options.map(
    ({ name, summary, takesValue }) => `'--${name}[${quote(summary)}]${takesValue ? `:${name}:_files` : ""}'`
  )
  if (choices.length > 0) args.push(`'1:word:(${choices.join(" ")})'`)
  if (takesFiles) args.push("'1:file:_files'")
  return `    '${name}') _arguments ${args.join(" ")} ;;`
}

const described = (specs: ReadonlyArray<CommandSpec>, first: string): string => {
  const [only] = specs.filter(({ name }) => name === first)
  return `'${first}:${quote(only?.summary ?? secondWords(specs, first).join(", "))}'`
}

export const zsh = (specs: ReadonlyArray<CommandSpec>): string => {
  const families = firstWords(specs).filter((first) => secondWords(specs, first).length > 0)
  return `#compdef laurel laurel-rewards
_laurel() {
  local -a commands
  commands=(${firstWords(specs)
    .map((first) => described(specs, first))
    .join(" ")})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local name="$words[2]"
  local used=1
  case "$name" in
    ${families.join("|")})
      if (( CURRENT == 3 )); then
        case "$name" in
${families.map((first) => `          ${first}) _values command ${secondWords(specs, first).join(" ")} ;;`).join("\n")}
        esac
        return
      fi
      name="$name $words[3]"
      used=2 ;;
  esac
  shift used words
  (( CURRENT -= used ))
  case "$name" in
${specs.map(caseOf).join("\n")}
  esac
}
compdef _laurel laurel laurel-rewards
`
}
