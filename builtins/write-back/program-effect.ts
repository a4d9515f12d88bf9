import { requestOf } from "../../shell/doors/effects.ts";
import { columnOf, isMadeToAct, kindOf, onlyPrints } from "../../shell/doors/programs.ts";
import { gitVerb, parseGit } from "../../shell/doors/git.ts";

/**
 * The effect of a program on its words and its input. `search`: the program looks for a text and does not print it.
 * `print`: it passes the text on. `send`: it shows the text to a server that has to know it already. `record`: it keeps
 * the text for people.
 */
export interface Effect {
  readonly kind: "search" | "print" | "send" | "record";
  /** The program puts the answer into a file as well. */
  readonly toFile?: true;
}

type Held = (text: string) => boolean;

/**
 * The known effect of a program; `undefined` if it may write or set something. An unknown program may do anything.
 * @param isFed whether a marker is among its input
 */
export function programEffect(
  [name = "", ...own]: readonly string[],
  isHeld: Held,
  isFed: boolean,
): Effect | undefined {
  // Only assignments: later commands show their values.
  if (name === "") return { kind: "search" };
  // No program has a secret's name; a text that may be a command is printed.
  if (isHeld(name)) return name.startsWith("$") ? undefined : { kind: "print" };
  if (name !== "export" && columnOf(name, "sets")) return ofDeclaration(name, own, isHeld);
  if (name === "git") return ofGit(own, isHeld);
  if (name === "gh" || name === "glab") return ofForge(own);
  const kind = kindOf(name);
  if (kind === "send") return isFed ? undefined : ofRequest(name, own, isHeld);
  if (!onlyPrints(name) || isMadeToAct(name, own)) return undefined;
  return { kind: kind === "search" || kind === "look" ? "search" : "print" };
}

/** The effect of an export: later programs see the variable. */
function ofDeclaration(name: string, own: readonly string[], isHeld: Held): Effect | undefined {
  if (name !== "local" && name !== "readonly" && own.some((word) => /^-\w*x/.test(word))) return undefined;
  return name !== "set" && own.some((word) => isHeld(word) && !/^[A-Za-z_]\w*\+?=/.test(word))
    ? undefined
    : { kind: "search" };
}

function ofGit(words: readonly string[], isHeld: Held): Effect | undefined {
  const { options, verb, own } = parseGit(words);
  const { does, keepsText } = gitVerb(verb) ?? {};
  // Some settings name programs that git runs.
  if (does !== "send" && options.flat().some(isHeld)) return undefined;
  // `grep -O` and its kin start a program with the found files.
  if (own.some((word) => /^(?:-o|--output|--open-files-in-pager)\b|^-O/.test(word))) return undefined;
  if (does === "look") return { kind: "search" };
  if (keepsText) return { kind: "record" };
  // The value of `clone -c` stands in the new repository's settings.
  return does === "send" && !own.some((word) => /^(?:-c|--config)\b/.test(word)) ? { kind: "send" } : undefined;
}

/** The effect of GitHub's and GitLab's commands on tickets and their like. */
function ofForge(own: readonly string[]): Effect | undefined {
  const [thing = "", verb = ""] = own.filter((word) => !word.startsWith("-"));
  return /^(?:issue|pr|mr)$/.test(thing) && /^(?:create|comment|note|review|list|view|status|diff|checks)$/.test(verb)
    ? { kind: "record" }
    : undefined;
}

/** Methods that change nothing at a server. */
const READS = /^(?:GET|HEAD|OPTIONS)$/i;

/** The effect of a request; `undefined` if a server may keep the text: a server refuses a wrong header. */
function ofRequest(name: string, own: readonly string[], isHeld: Held): Effect | undefined {
  const request = requestOf(name, own);
  // A session of HTTPie's keeps the headers of its requests.
  if (request === undefined || own.some((word) => /^--session(?:=|$)/.test(word))) return undefined;
  const { method, bodies, files, operands, output = "" } = request;
  const isSent = [...bodies, ...files, ...operands].some((word) => isHeld(word) && !/^[\w-]+:(?![=/])/.test(word));
  if (!READS.test(method) && (isSent || !/^POST$/i.test(method))) return undefined;
  return { kind: "send", ...(!/^(?:-?|\/dev\/(?:null|stdout|stderr))$/.test(output) && { toFile: true }) };
}
