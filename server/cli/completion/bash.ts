import { firstWords, type Known, secondWords } from "./Known.ts"

const caseOf = ({ choices, name, options, takesFiles }: Known): string => {
  const words = [...choices, ...options.map(({ name }) => `--${name}`)].join(" ")
  const files = takesFiles ? ' $(compgen -f -- "$current")' : ""
  return `    "${name}") COMPREPLY=($(compgen -W "${words}" -- "$current")${files}) ;;`
}

/** After an option with a value bash completes files. */
export const bash = (known: ReadonlyArray<Known>): string => {
  const families = firstWords(known).filter((first) => secondWords(known, first).length > 0)
  const values = new Set(
    known.flatMap(({ options }) =>
      options.filter(({ takesValue }) => takesValue).map(({ name }) => `--${name}`)
    )
  )
  return `# Completion of laurel for bash.
_laurel() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" name="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${firstWords(known).join(" ")} --help --version" -- "$current"))
    return
  fi
  case "$previous" in
    ${Array.from(values).join("|")}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case "$name" in
    ${families.join("|")})
      if [ "$COMP_CWORD" -eq 2 ]; then
        case "$name" in
${families.map((first) => `          ${first}) COMPREPLY=($(compgen -W "${secondWords(known, first).join(" ")}" -- "$current")) ;;`).join("\n")}
        esac
        return
      fi
      name="$name \${COMP_WORDS[2]}" ;;
  esac
  case "$name" in
${known.map(caseOf).join("\n")}
  esac
}
complete -F _laurel laurel laurel-rewards
`
}
