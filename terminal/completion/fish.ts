export const FISH = `# Completion of snapveil for fish, in ~/.config/fish/config.fish:
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
