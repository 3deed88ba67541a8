import { firstWords, type Known, secondWords } from "./Known.ts"

const quote = (text: string): string => text.replaceAll("'", "'\\''").replace(/[[\]:]/g, "\\$&")

const caseOf = ({ choices, name, options, takesFiles }: Known): string => {
  const specs = options.map(
    ({ name, summary, takesValue }) => `'--${name}[${quote(summary)}]${takesValue ? `:${name}:_files` : ""}'`
  )
  if (choices.length > 0) specs.push(`'1:word:(${choices.join(" ")})'`)
  if (takesFiles) specs.push("'1:file:_files'")
  return `    '${name}') _arguments ${specs.join(" ")} ;;`
}

const described = (known: ReadonlyArray<Known>, first: string): string => {
  const [only] = known.filter(({ name }) => name === first)
  return `'${first}:${quote(only?.summary ?? secondWords(known, first).join(", "))}'`
}

export const zsh = (known: ReadonlyArray<Known>): string => {
  const families = firstWords(known).filter((first) => secondWords(known, first).length > 0)
  return `#compdef laurel laurel-rewards
_laurel() {
  local -a commands
  commands=(${firstWords(known)
    .map((first) => described(known, first))
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
${families.map((first) => `          ${first}) _values command ${secondWords(known, first).join(" ")} ;;`).join("\n")}
        esac
        return
      fi
      name="$name $words[3]"
      used=2 ;;
  esac
  shift used words
  (( CURRENT -= used ))
  case "$name" in
${known.map(caseOf).join("\n")}
  esac
}
compdef _laurel laurel laurel-rewards
`
}
