import { requestOf } from "../../shell/effects.ts";
import { isToldToAct, kindOf } from "../../shell/programs.ts";
import { gitVerb } from "../../shell/programs/git-verbs.ts";
import { readGit } from "../../shell/read-git.ts";

/**
 * What a program does with what it is given. `search`: looks for it and does not print it. `print`: passes it on.
 * `send`: shows it to a server that has to know it already. `record`: keeps it as a text for people.
 */
export interface Effect {
  readonly kind: "search" | "print" | "send" | "record";
  /** It puts what it gets into a file as well. */
  readonly toFile?: true;
}

type Held = (text: string) => boolean;

/**
 * What is known of a program to do with its words and its input; `undefined` if it may write or set something. A
 * program that is not known may do anything.
 * @param isFed whether a marker is among what it is fed
 */
export function programEffect(
  [name = "", ...own]: readonly string[],
  isHeld: Held,
  isFed: boolean,
): Effect | undefined {
  // Only assignments: what they set is looked at where it is used.
  if (name === "") return { kind: "search" };
  // No program has a secret's name; if a text may be a command, it is printed.
  if (isHeld(name)) return name.startsWith("$") ? undefined : { kind: "print" };
  if (/^(?:declare|typeset|set|local|readonly)$/.test(name)) return ofDeclaration(name, own, isHeld);
  if (name === "git") return ofGit(own, isHeld);
  if (name === "gh" || name === "glab") return ofForge(own);
  switch (kindOf(name)) {
    case "search":
    case "look":
      return isToldToAct(name, own) ? undefined : { kind: "search" };
    case "show":
    case "part":
    case "select":
    case "echo":
    case "derive":
      return isToldToAct(name, own) ? undefined : { kind: "print" };
    case "send":
      return isFed ? undefined : ofRequest(name, own, isHeld);
    default:
      return undefined;
  }
}

/** What is exported is seen by every program behind it. */
function ofDeclaration(name: string, own: readonly string[], isHeld: Held): Effect | undefined {
  if (name !== "local" && name !== "readonly" && own.some((word) => /^-\w*x/.test(word))) return undefined;
  return name !== "set" && own.some((word) => isHeld(word) && !/^[A-Za-z_]\w*\+?=/.test(word))
    ? undefined
    : { kind: "search" };
}

function ofGit(words: readonly string[], isHeld: Held): Effect | undefined {
  const { options, verb, own } = readGit(words);
  const { does, keepsText } = gitVerb(verb) ?? {};
  // Some settings name programs that git runs.
  if (does !== "send" && options.flat().some(isHeld)) return undefined;
  // `grep -O` and its kin start a program with what was found.
  if (own.some((word) => /^(?:-o|--output|--open-files-in-pager)\b|^-O/.test(word))) return undefined;
  if (does === "look") return { kind: "search" };
  if (keepsText) return { kind: "record" };
  // What `clone -c` is given stands in the new repository's settings.
  return does === "send" && !own.some((word) => /^(?:-c|--config)\b/.test(word)) ? { kind: "send" } : undefined;
}

/** Tickets and their like, of GitHub's and GitLab's commands. */
function ofForge(own: readonly string[]): Effect | undefined {
  const [thing = "", verb = ""] = own.filter((word) => !word.startsWith("-"));
  return /^(?:issue|pr|mr)$/.test(thing) && /^(?:create|comment|note|review|list|view|status|diff|checks)$/.test(verb)
    ? { kind: "record" }
    : undefined;
}

/** Methods that do not change what a server holds. */
const READS = /^(?:GET|HEAD|OPTIONS)$/i;

/** `undefined` if a server may keep what it is sent: a wrong header is refused by it. */
function ofRequest(name: string, own: readonly string[], isHeld: Held): Effect | undefined {
  const request = requestOf(name, own);
  // A session of HTTPie's keeps the headers of its requests.
  if (request === undefined || own.some((word) => /^--session(?:=|$)/.test(word))) return undefined;
  const { method, bodies, files, operands, output = "" } = request;
  const isSent = [...bodies, ...files, ...operands].some((word) => isHeld(word) && !/^[\w-]+:(?![=/])/.test(word));
  if (!READS.test(method) && (isSent || !/^POST$/i.test(method))) return undefined;
  return { kind: "send", ...(!/^(?:-?|\/dev\/(?:null|stdout|stderr))$/.test(output) && { toFile: true }) };
}
