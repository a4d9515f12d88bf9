/**
 * The completion script for bash. Without candidates, bash completes file names itself. Candidates are plain words that
 * need no quoting.
 */
const BASH = `# Completion of snapveil for bash, in ~/.bashrc:  source <(snapveil completion bash)
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

/** The completion script for zsh. It also works as the file `_snapveil` in a folder of `fpath`. */
const ZSH = `#compdef snapveil
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

const FISH = `# Completion of snapveil for fish, in ~/.config/fish/config.fish:
#   snapveil completion fish | source
function __snapveil_complete
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    for line in ($typed[1] complete-words -- $typed[2..-1] "$current" 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c snapveil -f -k -a '(__snapveil_complete)'
`;

/** Shell → its completion script. All scripts get their candidates from `snapveil complete-words`. */
export const SHELLS = { bash: BASH, zsh: ZSH, fish: FISH } as const;
