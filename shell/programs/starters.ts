import type { Program, Runs } from "../program.ts";

/** The form of a shell's script: the word after `-c`. */
const SHELL: Runs = { flag: /^-\w*c\w*$|^[-/]command$/i };
const POWERSHELL_VALUES =
  "-executionpolicy -ep -ex -version -windowstyle -w -outputformat -inputformat -workingdirectory -wd -settingsfile " +
  "-configurationname -configurationfile -custompipename";
const POWERSHELL: Runs = {
  flag: /^[-/]c(?:ommand)?$/i,
  values: `${POWERSHELL_VALUES} -file -f`,
  orWords: true,
  script: true,
};
const CONTAINER: Runs = {
  values:
    "euwvphlma --env --env-file --user --workdir --volume --mount --publish --name --network --entrypoint --platform",
  operands: 1,
  verb: /^(?:exec|run)$/,
};
const POD: Runs = { values: "nc", operands: 1, verb: /^(?:exec|run|rsh)$/ };
const RUNNER: Runs = { verb: /^(?:exec|run|dlx|local:run)$/ };
const OF_UV =
  "p --python --with --with-editable --with-requirements --extra --group --env-file --project --directory --package " +
  "--index --index-url";
const TMUX =
  /^(?:new(?:-session|-window)?|neww|split-window|splitw|respawn-(?:pane|window)|run-shell|run|send(?:-keys)?)$/;
const KEEPER: Runs = { verb: /^(?:exec|run|x)$/, dashes: true };

/**
 * Whether a command has only options with which it prints all variables: `env -0`, `export -p`, `declare -x`. The
 * options of `set -e` change the shell instead.
 */
function isAlone(own: readonly string[]): boolean {
  return own.every((word) => /^-(?:[0pxrf]+|-null)?$/.test(word)) && !own.includes("-f");
}

/** Programs that run another program. */
export const STARTERS: readonly Program[] = [
  {
    names: "sh bash zsh dash ksh ash csh tcsh fish",
    isShell: true,
    runs: SHELL,
    options: { other: "oO" },
    reads: "first",
    readsNot: /^-\w*c/,
  },
  {
    names: "powershell pwsh",
    isShell: true,
    runs: POWERSHELL,
    options: { other: POWERSHELL_VALUES },
    reads: "first",
    readsNot: /^-\w*c/,
  },
  { names: "eval source . iex invoke-expression [scriptblock]::create", runsText: true },
  { names: "iex invoke-expression", runs: { script: true } },
  { names: "tmux screen zellij expect autoexpect unbuffer script socat osascript ttyecho", types: true },
  { names: "kill pkill killall killall5 skill taskkill stop-process spps", ends: true },
  { names: "declare typeset local readonly export set", sets: true },
  { names: "env printenv export set declare typeset", showsVariables: true },
  {
    names: "env",
    printsEnvironment: (own) => isAlone(own) && !own.some((word) => /^-(?:i|$)|^--ignore-env/.test(word)),
  },
  { names: "printenv export set readonly", printsEnvironment: isAlone },
  { names: "declare typeset local", printsEnvironment: isAlone },
  { names: "compgen", printsEnvironment: /^-\w*[ve]/ },
  { names: "gci get-childitem gi get-item dir ls", printsEnvironment: /^env:/i },
  { names: "systemctl launchctl", printsEnvironment: /^(?:show-environment|export)$/ },
  { names: "jq yq gojq jaq", printsEnvironment: /\$ENV\b(?!\.)|(?:^|[^.\w$])env(?![\w.(])/ },
  { names: "ps", printsEnvironment: (own) => /^(?!-)[a-z]*e/.test(own[0] ?? "") },
  { names: "nohup command builtin setsid unbuffer busybox toybox pkexec ltrace microk8s k3s", runs: {} },
  { names: "sudo", runs: { values: "ugpChDrtTUR" } },
  { names: "doas", runs: { values: "uC" } },
  { names: "env", runs: { values: "uC", flag: /^-\w*S$|^--split-string$/ } },
  { names: "time", runs: { values: "fo" } },
  { names: "nice", runs: { values: "n" } },
  { names: "ionice", runs: { values: "cnpPu" } },
  { names: "timeout gtimeout", runs: { values: "ks", operands: 1 } },
  { names: "stdbuf", runs: { values: "ioe" } },
  { names: "strace", runs: { values: "eopusEPIOSX" } },
  { names: "exec", runs: { values: "a" } },
  { names: "ssh-agent", runs: { values: "aEOPt" } },
  { names: "chroot", runs: { operands: 1 }, elsewhere: true },
  { names: "nsenter", runs: { values: "tSGwr" }, elsewhere: true },
  { names: "flock", runs: { values: "wE", operands: 1, flag: /^(?:-c|--command)$/ } },
  { names: "caffeinate", runs: { values: "tw" } },
  { names: "npx", runs: { values: "p", flag: /^(?:-c|--call)$/, orWords: true } },
  { names: "npm", runs: { ...RUNNER, verb: /^(?:exec|x)$/, values: "w", flag: /^(?:-c|--call)$/, orWords: true } },
  { names: "nix", runs: { wordsBehind: /^(?:-c|--command)$/ } },
  { names: "nix-shell", runs: { flag: /^--(?:run|command)$/ } },
  { names: "systemd-run", runs: { values: "pEuMH --property --setenv --unit --uid --gid --slice --description" } },
  { names: "unshare", runs: { values: "SGwR" } },
  { names: "setpriv firejail proot dbus-run-session numactl", runs: {} },
  { names: "rlwrap chronic catchsegv valgrind fakeroot torsocks torify proxychains proxychains4", runs: {} },
  { names: "entr", runs: { values: "", flag: /^-[a-z]*s[a-z]*$/, orWords: true } },
  { names: "eatmydata tini dumb-init linux32 linux64", runs: {} },
  { names: "gosu su-exec s6-setuidgid setarch", runs: { operands: 1 } },
  { names: "gdb", runs: { wordsBehind: /^--args$/ } },
  { names: "perf", runs: { verb: /^(?:stat|record|trace)$/, values: "eopCFG" } },
  { names: "xvfb-run", runs: { values: "ensfpw" } },
  { names: "cgexec", runs: { values: "g" } },
  { names: "taskset chrt faketime", runs: { operands: 1 } },
  { names: "screen", runs: { values: "SsTtehLpc" } },
  { names: "tmux", runs: { verb: TMUX, values: "sntcxyFe", script: true } },
  { names: "wsl", runs: { values: "du" }, elsewhere: true },
  {
    names: "xargs",
    runs: { values: "IJEnPsLda --delimiter --arg-file --max-args --max-lines --max-procs --max-chars --eof" },
  },
  { names: "foreach-object foreach-object{ % %{", runs: {} },
  { names: "eval", runs: { script: true } },
  { names: "hyperfine concurrently start-server-and-test cross-env-shell", runs: { values: "nwmrckS", script: true } },
  { names: "cargo", runs: { flag: /^(?:-s|--shell)$/ } },
  { names: "dotenv", runs: { values: "ecvpo" } },
  { names: "limactl", runs: { verb: /^shell$/, operands: 1 }, elsewhere: true },
  { names: "launchctl", runs: { verb: /^asuser$/, operands: 1 } },
  { names: "mosh", runs: { values: "p", operands: 1 }, elsewhere: true },
  { names: "zellij railway", runs: { ...RUNNER, values: "se" } },
  { names: "watch", runs: { values: "n", script: true } },
  { names: "parallel", runs: { values: "jaSI", script: true } },
  { names: "ssh", runs: { values: "bBcDEeFIiJLlmOopQRSWw", operands: 1, script: true }, elsewhere: true },
  { names: "pdsh clush pssh parallel-ssh", runs: { values: "wxlgfutRhHpoe", script: true }, elsewhere: true },
  { names: "sftp", elsewhere: true },
  { names: "docker podman nerdctl docker-compose", runs: CONTAINER, elsewhere: true },
  { names: "kubectl oc lxc incus multipass", runs: POD, elsewhere: true },
  { names: "uv", runs: { ...RUNNER, values: OF_UV } },
  { names: "bundle poetry pipenv pipx rye hatch pnpm yarn asdf", runs: RUNNER },
  { names: "heroku", runs: { ...RUNNER, values: "ars" }, elsewhere: true },
  { names: "doppler op infisical mise", runs: KEEPER },
  { names: "snapveil", runs: { ...KEEPER, values: "--every" } },
  { names: "direnv chamber aws-vault", runs: { ...KEEPER, operands: 1 } },
  { names: "sops", runs: { verb: /^exec-(?:env|file)$/, operands: 1, script: true } },
  { names: "machinectl", runs: { verb: /^shell$/, operands: 1 }, elsewhere: true },
  { names: "minikube", runs: { verb: /^ssh$/, script: true }, elsewhere: true },
  { names: "vagrant", runs: { flag: /^(?:-c|--command)$/ }, elsewhere: true },
  { names: "fly flyctl", runs: { flag: /^(?:-C|--command)$/ }, elsewhere: true },
  { names: "gcloud", runs: { flag: /^--command$/ }, elsewhere: true },
  { names: "salt salt-call", runs: { verb: /^cmd\.(?:run|shell)$/, script: true }, elsewhere: true },
  { names: "ansible", runs: { flag: /^(?:-a|--args)$/ }, elsewhere: true },
  { names: "runuser", runs: { values: "ugGs", flag: /^(?:-\w*c|--(?:session-)?command)$/, orWords: true } },
  { names: "su script", runs: { flag: /^(?:-\w*c|--(?:session-)?command)$/ } },
  { names: "cmd cmd.exe", runs: { flag: /^\/{1,2}[ck]$/i, script: true } },
  { names: "env", runsWord: /^(?:-\w*S|--split-string=)(.+)$/s },
  { names: "at batch", runsLine: /^/ },
  { names: "crontab", runsLine: /^(?:@\w+|(?:\S+\s+){5})/ },
];
