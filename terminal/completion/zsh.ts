/** Also as a file `_snapveil` in a folder of `fpath`. */
export const ZSH = `#compdef snapveil
# Completion of snapveil for zsh, in ~/.zshrc after compinit:  source <(snapveil completion zsh)
_snapveil() {
  local line files=0
  local -a candidates
  while IFS= read -r line; do
    if [[ $line == ':files' ]]; then
      files=1
    else
      candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done < <("\${words[1]}" complete-words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#candidates} )) && _describe -V snapveil candidates
  (( files )) && _files
}
if [[ \${funcstack[1]} == _snapveil ]]; then
  _snapveil "$@"
else
  compdef _snapveil snapveil
fi
`;
