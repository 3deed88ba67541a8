# Prints what zsh offers for each line, and an empty line behind: complete.zsh <completion script> <line>…
# Completion needs a terminal, so a second zsh has one, in which compadd prints the words instead of offering them.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; PS2=; RPS1=; unsetopt zle_bracketed_paste; bindkey '^I' complete-word; autoload -Uz compinit; compinit -u -D; source $1"
zpty -w shell 'mark() { echo -E - $'"'\\0'"'; compprefuncs=(mark); comppostfuncs=(mark) }; compprefuncs=(mark); comppostfuncs=(mark)
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a words_offered; builtin compadd -A words_offered "$@"; print -rl -- $words_offered
}
echo ready-$((1 + 1))'
while zpty -r shell line; do [[ $line == *ready-2* ]] && break; done
for typed in "${@[2,-1]}"; do
  # Ctrl-U removes what was typed before.
  zpty -w -n shell $'\C-U'"$typed"$'\t'
  integer marks=0
  while zpty -r shell line; do
    if [[ $line == *$'\0'* ]]; then (( ++marks == 2 )) && break; continue; fi
    (( marks == 1 )) && [[ -n ${line%$'\r\n'} ]] && print -r -- ${line%$'\r\n'}
  done
  print
done
