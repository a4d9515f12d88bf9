import { oneOf } from "../../kit/word-pattern.ts";
import { isToldToAct, kindOf } from "../../shell/programs.ts";
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
 * What is known of a program to do with its words and its input; `undefined` where it may write or set something. A
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
  // No program has a secret's name; where a text may be a command, it is printed.
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
      return isFed ? undefined : /^(?:curl|wget)$/.test(name) ? ofRequest(own, isHeld) : ofHttpie(own, isHeld);
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

const GIT_SEARCH = oneOf(`
  grep log show diff blame status rev-parse ls-files ls-tree cat-file describe shortlog reflog rev-list merge-base
  name-rev for-each-ref show-ref check-ignore check-attr version help whatchanged range-diff
`);
const GIT_SEND = /^(?:ls-remote|clone|fetch|pull|push)$/;
const GIT_RECORD = /^(?:commit|tag|notes|stash|branch)$/;

function ofGit(words: readonly string[], isHeld: Held): Effect | undefined {
  const { options, verb, own } = readGit(words);
  // Some settings name programs that git runs.
  if (!GIT_SEND.test(verb) && options.flat().some(isHeld)) return undefined;
  // `grep -O` and its kin start a program with what was found.
  if (own.some((word) => /^(?:-o|--output|--open-files-in-pager)\b|^-O/.test(word))) return undefined;
  if (GIT_SEARCH.test(verb)) return { kind: "search" };
  if (GIT_RECORD.test(verb)) return { kind: "record" };
  // What `clone -c` is given stands in the new repository's settings.
  return GIT_SEND.test(verb) && !own.some((word) => /^(?:-c|--config)\b/.test(word)) ? { kind: "send" } : undefined;
}

/** Tickets and their like, of GitHub's and GitLab's commands. */
function ofForge(own: readonly string[]): Effect | undefined {
  const [thing = "", verb = ""] = own.filter((word) => !word.startsWith("-"));
  return /^(?:issue|pr|mr)$/.test(thing) && /^(?:create|comment|note|review|list|view|status|diff|checks)$/.test(verb)
    ? { kind: "record" }
    : undefined;
}

/** Options of curl and wget by what their value is; `header`: who asks, and a wrong value is refused by the server. */
const OPTIONS = {
  header: oneOf(String.raw`
    -\w*[HuUbAe]
    --(?:(?:proxy-)?header|(?:(?:proxy|http)-)?user|cookie|oauth2-bearer|user-agent|referer|url|cert|key|pass)
    --(?:(?:proxy|http)-)?password
  `),
  method: /^(?:-\w*X|--request|--method)$/,
  body: oneOf(String.raw`
    -\w*[dFT]
    --(?:data(?:-\w+)?|form(?:-\w+)?|json|upload-file|url-query|(?:post|body)-(?:data|file))
  `),
  file: oneOf(String.raw`
    -\w*[oOacD]
    --(?:output(?:-document|-file)?|append-output|remote-name(?:-all)?|remote-header-name|cookie-jar|save-cookies)
    --(?:dump-header|trace|trace-ascii|stderr|hsts|alt-svc|etag-save|libcurl)
  `),
};
/** Methods that do not change what a server holds. */
const READS = /^(?:GET|HEAD|OPTIONS)$/i;

/** `undefined` where a server may keep what it is sent. */
function ofRequest(own: readonly string[], isHeld: Held): Effect | undefined {
  let method: string | undefined;
  let hasBody = false;
  let isElsewhere = false;
  let toFile = false;
  for (let at = 0; at < own.length; at += 1) {
    const [option, attached] = split(own[at]!);
    const value = attached ?? own[at + 1] ?? "";
    const step = attached === undefined ? 1 : 0;
    if (OPTIONS.method.test(option)) [method, at] = [value, at + step];
    else if (OPTIONS.body.test(option)) {
      hasBody = true;
      isElsewhere ||= isHeld(value);
      at += step;
    } else if (OPTIONS.file.test(option)) toFile ||= !/^(?:-|\/dev\/(?:null|stdout|stderr))$/.test(value);
    else if (OPTIONS.header.test(option)) at += step;
    else isElsewhere ||= isHeld(own[at]!);
  }
  const asksForGet = own.some((word) => /^(?:-\w*G|--get)$/.test(word));
  const reads = method === undefined ? !hasBody || asksForGet : READS.test(method);
  if (!reads && (isElsewhere || !/^POST$/i.test(method ?? "POST"))) return undefined;
  return { kind: "send", ...(toFile && { toFile: true }) };
}

/** `--header=value` and `-XPUT` → the option and its value. */
function split(word: string): [option: string, value: string | undefined] {
  const [, long, value] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
  if (long !== undefined) return [long, value];
  const [, method] = /^-\w*X([A-Z]{3,7})$/.exec(word) ?? [];
  if (method !== undefined) return ["-X", method];
  const [, short, attached] = /^(-[HuUbAedFToc])(.+)$/s.exec(word) ?? [];
  return short !== undefined && !/^-[a-zA-Z]{2,6}$/.test(word) ? [short, attached] : [word, undefined];
}

/** HTTPie: items with `=` or `@` are the body, items with `:` are headers. */
function ofHttpie(own: readonly string[], isHeld: Held): Effect | undefined {
  // A session keeps the headers of its requests.
  if (own.some((word) => /^--session(?:=|$)/.test(word))) return undefined;
  const operands = own.filter((word) => !word.startsWith("-"));
  const method = /^[A-Z]{3,7}$/.test(operands[0] ?? "") ? operands[0]! : "GET";
  if (!READS.test(method) && method !== "POST") return undefined;
  const isBody =
    operands.some((word) => isHeld(word) && !/^[\w-]+:(?![=/])|^https?:|^:\d/.test(word)) ||
    own.some((word) => word.startsWith("--raw") && isHeld(word));
  if (isBody) return undefined;
  return {
    kind: "send",
    ...(own.some((word) => /^(?:-\w*[do]|--(?:download|output))/.test(word)) && { toFile: true }),
  };
}
