/** Each script calls us for every completion: candidates depend on what runs. */
export const SHELL_SCRIPTS: Record<string, string> = {
  bash: `_agtmux() {
  local line=\${COMP_LINE:0:COMP_POINT} current head
  local IFS=$'\\n'
  COMPREPLY=($(command agtmux completions words -- "$line" 2>/dev/null))
  # refs have colons, at which bash begins a new word
  current=\${line##*[[:space:]]}
  case $current in
    *:*)
      case $COMP_WORDBREAKS in
        *:*)
          head=\${current%"\${current##*:}"}
          COMPREPLY=("\${COMPREPLY[@]#"$head"}")
          ;;
      esac
      ;;
  esac
}
complete -o default -o nosort -F _agtmux agtmux 2>/dev/null || complete -o default -F _agtmux agtmux`,
  zsh: `_agtmux() {
  local line
  local -a values descriptions
  for line in "\${(@f)$(command agtmux completions words --describe -- "\${(j: :)words[1,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] || continue
    values+=("\${line%%$'\\t'*}")
    descriptions+=("\${line/$'\\t'/  }")
  done
  if (( \${#values} )); then
    compadd -V agtmux -l -d descriptions -a -- values
  else
    _files
  fi
}
compdef _agtmux agtmux`,
  fish: `function __agtmux_complete
  set -l found (command agtmux completions words --describe -- (commandline -cp | string collect) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c agtmux -f -k -a '(__agtmux_complete)'`,
};
