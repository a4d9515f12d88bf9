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
}

const CONTAINER: Wrapper = {
  values:
    "euwvphlma --env --env-file --user --workdir --volume --mount --publish --name --network --entrypoint --platform",
  operands: 1,
  verb: /^(?:exec|run)$/,
};
const POD: Wrapper = { values: "nc", operands: 1, verb: /^(?:exec|run|rsh)$/ };
const RUNNER: Wrapper = { verb: /^(?:exec|run)$/ };
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
      ["npx", { values: "p" }],
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
      ["su runuser script", { flag: /^(?:-\w*c|--(?:session-)?command)$/ }],
      ["cmd cmd.exe", { flag: /^\/[ck]$/i }],
    ] satisfies [names: string, wrapper: Wrapper][]
  ).flatMap(([names, wrapper]) => names.split(" ").map((name): [string, Wrapper] => [name, wrapper])),
);
