import { type CommandSpec, firstWords, secondWords } from "./CommandSpec.ts"

const caseOf = ({ choices, name, options, takesFiles }: CommandSpec): string => {
  const words = [...choices, ...options.map(({ name }) => `--${name}`)].join(" ")
  const files = takesFiles ? ' $(compgen -f -- "$current")' : ""
  return `    "${name}") COMPREPLY=($(compgen -W "${words}" -- "$current")${files}) ;;`
}

/** After an option that takes a value, the script completes file names. */
export const bash = (specs: ReadonlyArray<CommandSpec>): string => {
  const families = firstWords(specs).filter((first) => secondWords(specs, first).length > 0)
  const values = new Set(
    specs.flatMap(({ options }) =>
      options.filter(({ takesValue }) => takesValue).map(({ name }) => `--${name}`)
    )
  )
  return `# Completion of laurel for bash.
_laurel() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" name="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${firstWords(specs).join(" ")} --help --version" -- "$current"))
    return
  fi
  case "$previous" in
    ${Array.from(values).join("|")}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case "$name" in
    ${families.join("|")})
      if [ "$COMP_CWORD" -eq 2 ]; then
        case "$name" in
${families.map((first) => `          ${first}) COMPREPLY=($(compgen -W "${secondWords(specs, first).join(" ")}" -- "$current")) ;;`).join("\n")}
        esac
        return
      fi
      name="$name \${COMP_WORDS[2]}" ;;
  esac
  case "$name" in
${specs.map(caseOf).join("\n")}
  esac
}
complete -F _laurel laurel laurel-rewards
`
}
