/** What a command comes down to behind the programs that only start another one. */
export interface Unwrapped {
  /** The command itself, its program without a folder first; empty where there are only assignments. */
  readonly words: readonly string[];
  /** What it gives a shell to run: `bash -c '…'`, `eval …`, `ssh host …`. */
  readonly script?: string;
  /** `NAME=value`, set for this command, or for the script where there is no command. */
  readonly assigned: readonly string[];
  /** Words that the wrappers took for themselves. */
  readonly taken: readonly string[];
  /** Words that are read from its input stand behind those that it has: `xargs`. */
  readonly readsWords?: true;
}

interface Wrapper {
  /** Short options that take the next word for their value. */
  readonly values?: string;
  /** Words before the command that are no options: a time, a host, a container. */
  readonly operands?: number;
  /** The rest is a script, not a list of words. */
  readonly script?: true;
  /** Only with this word among the first, behind which the command's own words come. */
  readonly verb?: string;
}

const CONTAINER: Wrapper = { values: "euwdL", operands: 1, verb: "exec" };

/** Programs that run what they are given and do nothing else with it. */
const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ["sudo", { values: "ugpChDrtTUR" }],
  ["doas", { values: "uC" }],
  ["env", { values: "uC" }],
  ["time", { values: "fo" }],
  ["nice", { values: "n" }],
  ["ionice", { values: "cnpPu" }],
  ["timeout", { values: "ks", operands: 1 }],
  ["gtimeout", { values: "ks", operands: 1 }],
  ["stdbuf", { values: "ioe" }],
  ["exec", { values: "a" }],
  ["chroot", { operands: 1 }],
  ["flock", { values: "wE", operands: 1 }],
  ["watch", { values: "n", script: true }],
  ["caffeinate", { values: "tw" }],
  ["xargs", { values: "IEnPsLda" }],
  ["ssh", { values: "bBcDEeFIiJLlmOopQRSWw", operands: 1, script: true }],
  ["docker", CONTAINER],
  ["podman", CONTAINER],
  ["nerdctl", CONTAINER],
  ["kubectl", { values: "nc", operands: 1, verb: "exec" }],
  ["oc", { values: "nc", operands: 1, verb: "exec" }],
  ...["nohup", "command", "builtin", "setsid", "unbuffer", "busybox", "ltrace"].map((name): [string, Wrapper] => [
    name,
    {},
  ]),
]);

/** Words of the shell's grammar that stand before a command. */
const KEYWORDS = /^(?:then|do|else|elif|if|while|until|!|[(){}]|done|fi|esac|coproc)$/;
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
const SHELLS = /^(?:ba|z|da|k|a|c|tc|fi)?sh$|^(?:powershell|pwsh)(?:\.exe)?$/i;
/** Wrappers in wrappers; more are no real command. */
const DEEPEST = 12;

/** `sudo -u app env A=1 timeout 5 bash -c '…'` → the script, with what the wrappers took for themselves. */
export function unwrapCommand(words: readonly string[]): Unwrapped {
  let rest = words;
  const assigned: string[] = [];
  const taken: string[] = [];
  let readsWords = false;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    while (rest.length > 0 && KEYWORDS.test(rest[0]!)) rest = rest.slice(1);
    for (; rest.length > 0 && ASSIGNMENT.test(rest[0]!); rest = rest.slice(1)) assigned.push(rest[0]!);
    const command = { assigned, taken, ...(readsWords && { readsWords: true as const }) };
    if (rest.length === 0) return { words: [], ...command };
    const [name = "", ...own] = [baseName(rest[0]!), ...rest.slice(1)];
    const script = scriptOf(name, own);
    if (script !== undefined) return { words: [name, ...own], script, ...command };
    const inner = name === "find" ? executed(own) : behind(WRAPPERS.get(name), own);
    if (inner === undefined || inner.words.length === 0) return { words: [name, ...own], ...command };
    taken.push(...inner.taken);
    if (inner.script) return { words: [name, ...own], script: inner.words.join(" "), ...command };
    readsWords ||= name === "xargs";
    rest = inner.words;
  }
  return { words: rest, assigned, taken };
}

export function isShell(name: string): boolean {
  return SHELLS.test(name);
}

/** A program's name without its folder. */
function baseName(word: string): string {
  return word.replace(/^.*[\\/](?=[^\\/]+$)/s, "");
}

/** What a shell is told to run in its words. */
function scriptOf(name: string, rest: readonly string[]): string | undefined {
  if (name === "eval") return rest.join(" ");
  if (/^cmd(?:\.exe)?$/i.test(name) && /^\/[ck]$/i.test(rest[0] ?? "")) return rest.slice(1).join(" ");
  if (/^(?:su|runuser|script)$/.test(name)) return behindFlag(rest, /^(?:-\w*c|--(?:session-)?command)$/);
  if (name === "env") return behindFlag(rest, /^-\w*S$|^--split-string$/);
  if (name === "flock") return behindFlag(rest, /^(?:-c|--command)$/);
  return SHELLS.test(name) ? behindFlag(rest, /^-\w*c\w*$|^[-/]command$/i) : undefined;
}

function behindFlag(rest: readonly string[], flag: RegExp): string | undefined {
  const at = rest.findIndex((word) => flag.test(word));
  if (at === -1) return undefined;
  return rest.slice(at + 1).find((word, index, all) => !/^[-+]/.test(word) || index === all.length - 1);
}

/** `find … -exec words ;` */
function executed(
  rest: readonly string[],
): { words: readonly string[]; taken: readonly string[]; script?: true } | undefined {
  const at = rest.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word));
  if (at === -1) return undefined;
  const end = rest.findIndex((word, index) => index > at && /^[;+]$/.test(word));
  const stop = end === -1 ? rest.length : end;
  return { words: rest.slice(at + 1, stop), taken: [...rest.slice(0, at), ...rest.slice(stop + 1)] };
}

function behind(
  wrapper: Wrapper | undefined,
  rest: readonly string[],
): { words: readonly string[]; taken: readonly string[]; script?: true } | undefined {
  if (!wrapper) return undefined;
  const { values = "", operands = 0, verb, script } = wrapper;
  let at = 0;
  if (verb !== undefined) {
    at = rest.slice(0, 8).indexOf(verb) + 1;
    if (at === 0) return undefined;
  }
  for (let left = operands; at < rest.length; at += 1) {
    const word = rest[at]!;
    if (word === "--") {
      at += 1;
      break;
    }
    if (/^-./.test(word)) at += takesNext(word, values) ? 1 : 0;
    else if (left === 0) break;
    else left -= 1;
  }
  return { words: rest.slice(at), taken: rest.slice(0, at), ...(script && { script }) };
}

/** `-u root`, but not `-uroot`, `-n5` or `--user=root`. */
function takesNext(option: string, values: string): boolean {
  if (option.startsWith("--") || !values.includes(option.at(-1)!)) return false;
  return !Array.from(option.slice(1, -1)).some((letter) => values.includes(letter));
}
