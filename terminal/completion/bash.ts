/** Where nothing fits, bash completes file names itself. Candidates are plain words, so none needs quoting. */
export const BASH = `# Completion of snapveil for bash, in ~/.bashrc:  source <(snapveil completion bash)
_snapveil() {
  local IFS=$'\\n' line
  COMPREPLY=()
  while read -r line; do
    line=\${line%%$'\\t'*}
    [ "$line" = ":files" ] || COMPREPLY+=("$line")
  done < <("$1" complete-words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o nosort -o default -F _snapveil snapveil 2>/dev/null || complete -o default -F _snapveil snapveil
`;
