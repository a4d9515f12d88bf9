/** How a program is given the command that it runs. */
export interface Wrapper {
  /** Options that take the next word for their value: letters of short ones, and whole long ones. */
  readonly values?: string;
  /** Words before the command that are no options: a time, a host, a container. */
  readonly operands?: number;
  /** The rest is a script, not a list of words. */
  readonly script?: true;
  /** Only with one of these among the first words, behind which the command's own words come. */
  readonly verb?: RegExp;
  /** The command stands behind `--`, where there is one. */
  readonly dashes?: true;
  /** Behind this option stands a script. */
  readonly flag?: RegExp;
  /** The command may stand in words of its own as well, without that option. */
  readonly orWords?: true;
  /** Behind this option stand the command's own words. */
  readonly wordsBehind?: RegExp;
}

const CONTAINER: Wrapper = {
  values:
    "euwvphlma --env --env-file --user --workdir --volume --mount --publish --name --network --entrypoint --platform",
  operands: 1,
  verb: /^(?:exec|run)$/,
};
const POD: Wrapper = { values: "nc", operands: 1, verb: /^(?:exec|run|rsh)$/ };
const RUNNER: Wrapper = { verb: /^(?:exec|run)$/ };
const TMUX =
  /^(?:new(?:-session|-window)?|neww|split-window|splitw|respawn-(?:pane|window)|run-shell|run|send(?:-keys)?)$/;
const KEEPER: Wrapper = { verb: /^(?:exec|run)$/, dashes: true };

/** Programs that run what they are given and do nothing else with it. */
export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(
  (
    [
      ["nohup command builtin setsid unbuffer busybox toybox pkexec ltrace microk8s k3s", {}],
      ["sudo", { values: "ugpChDrtTUR" }],
      ["doas", { values: "uC" }],
      ["env", { values: "uC", flag: /^-\w*S$|^--split-string$/ }],
      ["time", { values: "fo" }],
      ["nice", { values: "n" }],
      ["ionice", { values: "cnpPu" }],
      ["timeout gtimeout", { values: "ks", operands: 1 }],
      ["stdbuf", { values: "ioe" }],
      ["strace", { values: "eopusEPIOSX" }],
      ["exec", { values: "a" }],
      ["chroot", { operands: 1 }],
      ["nsenter", { values: "tSGwr" }],
      ["flock", { values: "wE", operands: 1, flag: /^(?:-c|--command)$/ }],
      ["caffeinate", { values: "tw" }],
      ["npx", { values: "p", flag: /^(?:-c|--call)$/, orWords: true }],
      ["npm", { ...RUNNER, verb: /^(?:exec|x)$/, values: "w", flag: /^(?:-c|--call)$/, orWords: true }],
      ["nix", { wordsBehind: /^(?:-c|--command)$/ }],
      ["nix-shell", { flag: /^--(?:run|command)$/ }],
      ["systemd-run", { values: "pEuMH --property --setenv --unit --uid --gid --slice --description" }],
      ["unshare", { values: "SGwR" }],
      ["setpriv firejail proot dbus-run-session numactl", {}],
      ["xvfb-run", { values: "ensfpw" }],
      ["cgexec", { values: "g" }],
      ["taskset chrt faketime", { operands: 1 }],
      ["screen", { values: "SsTtehLpc" }],
      ["tmux", { verb: TMUX, values: "sntcxyFe", script: true }],
      ["wsl", { values: "du" }],
      ["xargs", { values: "IJEnPsLda --delimiter --arg-file --max-args --max-lines --max-procs --max-chars --eof" }],
      ["eval", { script: true }],
      ["watch", { values: "n", script: true }],
      ["parallel", { values: "jaSI", script: true }],
      ["ssh", { values: "bBcDEeFIiJLlmOopQRSWw", operands: 1, script: true }],
      ["docker podman nerdctl docker-compose", CONTAINER],
      ["kubectl oc lxc incus multipass", POD],
      ["bundle poetry pipenv uv rye hatch pnpm yarn asdf", RUNNER],
      ["heroku", { ...RUNNER, values: "ars" }],
      ["doppler op infisical mise", KEEPER],
      ["direnv chamber aws-vault", { ...KEEPER, operands: 1 }],
      ["sops", { verb: /^exec-(?:env|file)$/, operands: 1, script: true }],
      ["minikube", { verb: /^ssh$/, script: true }],
      ["vagrant", { flag: /^(?:-c|--command)$/ }],
      ["fly flyctl", { flag: /^(?:-C|--command)$/ }],
      ["gcloud", { flag: /^--command$/ }],
      ["ansible", { flag: /^(?:-a|--args)$/ }],
      ["runuser", { values: "ugGs", flag: /^(?:-\w*c|--(?:session-)?command)$/, orWords: true }],
      ["su script", { flag: /^(?:-\w*c|--(?:session-)?command)$/ }],
      ["cmd cmd.exe", { flag: /^\/[ck]$/i }],
    ] satisfies [names: string, wrapper: Wrapper][]
  ).flatMap(([names, wrapper]) => names.split(" ").map((name): [string, Wrapper] => [name, wrapper])),
);
