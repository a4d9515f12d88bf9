import { requestOf } from "../../shell/doors/effects.ts";
import { columnOf, isMadeToAct, kindOf, onlyPrints } from "../../shell/doors/programs.ts";
import { gitVerb, parseGit } from "../../shell/doors/git.ts";

/**
 * The effect of a program on the texts that it gets. `search`: it looks for the text and does not print the text.
 * `print`: it passes the text on. `send`: it sends the text to a server that must know it already. `record`: it stores
 * the text for people to read.
 */
export interface Effect {
  readonly kind: "search" | "print" | "send" | "record";
  /** The program also writes its output or a server's answer to a file. */
  readonly toFile?: true;
}

type Held = (text: string) => boolean;

/**
 * The effect of a program; `undefined` if the program may write or set something, as any unknown program may.
 * @param isFed whether the input contains a marker
 */
export function programEffect(
  [name = "", ...own]: readonly string[],
  isHeld: Held,
  isFed: boolean,
): Effect | undefined {
  // A command that only assigns variables writes nothing itself; later commands may write the values.
  if (name === "") return { kind: "search" };
  // A marker is no program's name, so a marker at the place of a program is printed, not run, unless it is a variable.
  if (isHeld(name)) return name.startsWith("$") ? undefined : { kind: "print" };
  if (name !== "export" && columnOf(name, "sets")) return ofDeclaration(name, own, isHeld);
  if (name === "git") return ofGit(own, isHeld);
  if (name === "gh" || name === "glab") return ofForge(own);
  const kind = kindOf(name);
  if (kind === "send") return isFed ? undefined : ofRequest(name, own, isHeld);
  if (!onlyPrints(name) || isMadeToAct(name, own)) return undefined;
  return { kind: kind === "search" || kind === "look" ? "search" : "print" };
}

/**
 * The effect of a command that declares variables; `undefined` if it exports a variable, since later programs get its
 * value.
 */
function ofDeclaration(name: string, own: readonly string[], isHeld: Held): Effect | undefined {
  if (name !== "local" && own.some((word) => /^-\w*x/.test(word))) return undefined;
  return name !== "set" && own.some((word) => isHeld(word) && !/^[A-Za-z_]\w*\+?=/.test(word))
    ? undefined
    : { kind: "search" };
}

function ofGit(words: readonly string[], isHeld: Held): Effect | undefined {
  const { options, verb, own } = parseGit(words);
  const { does, keepsText } = gitVerb(verb) ?? {};
  // Some settings of git name programs that git runs.
  if (does !== "send" && options.flat().some(isHeld)) return undefined;
  // Options such as `git grep -O` run a program on the files, or write to one.
  if (own.some((word) => /^(?:-o|--output|--open-files-in-pager)\b|^-O/.test(word))) return undefined;
  if (does === "look") return { kind: "search" };
  if (keepsText) return { kind: "record" };
  // `clone -c` writes its value to the settings of the new repository.
  return does === "send" && !own.some((word) => /^(?:-c|--config)\b/.test(word)) ? { kind: "send" } : undefined;
}

/**
 * The effect of GitHub's and GitLab's clients: `record` for issues and pull requests, `undefined` for anything else.
 */
function ofForge(own: readonly string[]): Effect | undefined {
  const [thing = "", verb = ""] = own.filter((word) => !word.startsWith("-"));
  return /^(?:issue|pr|mr)$/.test(thing) && /^(?:create|comment|note|review|list|view|status|diff|checks)$/.test(verb)
    ? { kind: "record" }
    : undefined;
}

/** HTTP methods that change nothing on a server. */
const READS = /^(?:GET|HEAD|OPTIONS)$/i;

/**
 * The effect of an HTTP request; `undefined` if the server may store the text. A marker in a header is harmless: the
 * server only compares the header, and refuses a wrong one.
 */
function ofRequest(name: string, own: readonly string[], isHeld: Held): Effect | undefined {
  const request = requestOf(name, own);
  // HTTPie stores the headers of a session.
  if (request === undefined || own.some((word) => /^--session(?:=|$)/.test(word))) return undefined;
  const { method, bodies, files, operands, output = "" } = request;
  const isSent = [...bodies, ...files, ...operands].some((word) => isHeld(word) && !/^[\w-]+:(?![=/])/.test(word));
  if (!READS.test(method) && (isSent || !/^POST$/i.test(method))) return undefined;
  return { kind: "send", ...(!/^(?:-?|\/dev\/(?:null|stdout|stderr))$/.test(output) && { toFile: true }) };
}
