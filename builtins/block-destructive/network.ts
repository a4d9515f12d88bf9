import { DOWNLOADED } from "../../shell/doors/effects.ts";
import { columnOf, isShell, kindOf } from "../../shell/doors/programs.ts";
import { operandsOf } from "../../shell/doors/options.ts";
import type { CommandView, HarmRule } from "./rule.ts";

/**
 * Matches code that downloads a text from an address and evaluates it. Between the evaluating function and the address
 * only names, dots and brackets are allowed, since after any other text the address is a part of a command.
 */
const EVALUATED = /(?<![.\w])(?:exec|eval|compile|Function)\b\s{0,4}\(?[\w$.\s(:<\]]{0,120}["'\x60]https?:\/\//;
const THEN_EVALUATED = /["'\x60]https?:\/\/[^;\n]{0,300}\.then\(\s?(?:\w{1,20}\s?=>\s?)?(?:eval|(?:new\s)?Function)\b/;
const KEPT = /\b([A-Za-z_]\w{0,40})\s?=\s?[\w$.\s(:]{0,80}["'\x60]https?:\/\//g;

function evaluatesDownload(code: string): boolean {
  if (!/https?:\/\//.test(code)) return false;
  if (EVALUATED.test(code) || THEN_EVALUATED.test(code)) return true;
  return [...code.slice(0, 20_000).matchAll(KEPT)]
    .slice(0, 20)
    .some(([, name]) => new RegExp(`(?<![.\\w])(?:exec|eval)\\s?\\(?\\s?${name}\\b`).test(code));
}

/** Words in commands that may run a download. The names of programs that download something are in another pattern. */
const MAY_RUN_DOWNLOAD = /\b(?:iex|invoke-\w+|eval)\b|\bexec\s?\(|\b(?:deno|bun)\s[^\n;|&]{0,99}https?:|\bmshta\s/;

const RUN_DOWNLOAD = {
  programs: "*",
  words: MAY_RUN_DOWNLOAD,
  does: "runs what a server sends, and nobody has read it",
  instead: "Save the script to a file, read it, then run it.",
  matches: runsDownload,
} as const;

/** The results of `runsDownload`, which two rules ask of each command. */
const RUNS = new WeakMap<CommandView, boolean>();

function runsDownload(view: CommandView): boolean {
  let runs = RUNS.get(view);
  if (runs === undefined) {
    runs = namesDownload(view) || startsDownload(view) || opensAddress(view) || evaluates(view) || takesDownload(view);
    RUNS.set(view, runs);
  }
  return runs;
}

/** Rules for commands that run a download which nobody has read. */
export const NETWORK: readonly HarmRule[] = [
  {
    ...RUN_DOWNLOAD,
    name: "run-unknown-download",
    level: "unrecorded",
    does: "runs what a server sends, and neither the address nor this project says whose it is",
    fetches: addressesOf,
  },
  { ...RUN_DOWNLOAD, name: "run-download", level: "all" },
];

/** The addresses from which the command has what it runs: those in its words and its pipeline, else all of the call. */
function addressesOf({ own, fed, piped, requested }: CommandView): readonly string[] {
  const named = [...own, ...fed, ...piped].flatMap(
    (text) => text.slice(0, 20_000).match(/https?:\/\/[^\s"'\x60)\\]+/g) ?? [],
  );
  return named.length > 0 ? asAsked(piped, named) : requested;
}

/** Matches options by which a program asks a server whose certificate it does not check. */
const UNCHECKED = /^(?:-[a-zA-Z#]*k[a-zA-Z#]*|--insecure|--no-check-certificate)$/;

/** Addresses as a command asks these: without a check of the certificate, `https` says no more than `http`. */
export function asAsked(own: readonly string[], addresses: readonly string[]): readonly string[] {
  if (!own.some((word) => UNCHECKED.test(word))) return addresses;
  return addresses.map((address) => address.replace(/^https:/i, "http:"));
}

/** Whether a program runs the commands or the script in its words: a shell, or `iex` of PowerShell. */
function runsWords({ name }: CommandView): boolean {
  return isShell(name) || columnOf(name, "runsText") === true;
}

/** Whether the words of a command are code that holds the answer of a server: `bash -c "$(curl …)"`. */
function namesDownload(view: CommandView): boolean {
  const { name, own } = view;
  const runs = runsWords(view);
  const code = runs || kindOf(name) === "code" ? own.filter((word) => runs || !/^[^\0]*[=:]|\s/.test(word)) : [];
  // `IEX (New-Object Net.WebClient).DownloadString('…')`
  const isClient = columnOf(name, "runsText") && own.some((word) => /^net\.webclient$/i.test(word));
  return code.some((word) => word.includes(DOWNLOADED)) || isClient === true;
}

/** Whether a command starts a file that came from a server: `curl -o x …; ./x`, `sh x`, `python3 x`. */
function startsDownload(view: CommandView): boolean {
  const { name, called, own, isLoaded } = view;
  if (called.includes("/") && isLoaded(called)) return true;
  return (runsWords(view) || kindOf(name) === "code") && isLoaded(operandsOf(own)[0] ?? "");
}

/** Whether a program downloads the code that it runs: `deno run https://…`. */
function opensAddress({ name, own }: CommandView): boolean {
  return /^(?:mshta|deno|bun)$/.test(name) && own.some((word) => /^https?:\/\//.test(word));
}

/** Whether code in a command's words or input downloads code and evaluates it. */
function evaluates({ name, own, fed }: CommandView): boolean {
  return kindOf(name) === "code" && [...own, ...fed].some(evaluatesDownload);
}

/** Whether a shell or an interpreter gets the answer of a server as its input: `curl … | sh`. */
function takesDownload(view: CommandView): boolean {
  const { name, own, fed } = view;
  if (!fed.some((text) => text.includes(DOWNLOADED))) return false;
  if (runsWords(view)) return !own.some((word) => /^-\w*n$/.test(word));
  // An interpreter whose words hold code or a file to run takes its input as data, not as a script.
  const isInterpreter = kindOf(name) === "code" && !/^(?:mongosh|mongo)$/.test(name);
  return (
    isInterpreter &&
    own.every((word) => /^(?:-|run)$/.test(word) || (word.startsWith("-") && !/^-(?:\w*[cemnrp]|-\w+)/.test(word)))
  );
}
