import { oneOf } from "../../kit/word-pattern.ts";

/**
 * What a program does with what it is given. `search`: looks for it and does not print it. `print`: passes it on.
 * `send`: shows it to a server that has to know it already. `record`: keeps it as a text for people.
 */
export interface Effect {
  readonly kind: "search" | "print" | "send" | "record";
  /** It puts what it gets into a file as well. */
  readonly toFile?: true;
}

/** Options of programs that send a request, by what their value is. */
interface Options {
  /** Who asks, and what the server is told of it: a wrong value is refused there. */
  readonly header: RegExp;
  readonly method: RegExp;
  readonly body: RegExp;
  readonly file: RegExp;
}

const CURL: Options = {
  header: oneOf(String.raw`
    -\w*[HuUbAe]
    --(?:header|proxy-header|user|proxy-user|cookie|oauth2-bearer|user-agent|referer|url|cert|key|pass)
  `),
  method: /^(?:-\w*X|--request)$/,
  body: /^(?:-\w*[dFT]|--(?:data(?:-\w+)?|form(?:-\w+)?|json|upload-file|url-query))$/,
  file: oneOf(String.raw`
    -\w*[oOcD]
    --(?:output|remote-name|remote-name-all|remote-header-name|cookie-jar|dump-header|trace|trace-ascii)
    --(?:stderr|hsts|alt-svc|etag-save|libcurl)
  `),
};
const WGET: Options = {
  header: /^--(?:header|user|password|http-user|http-password|proxy-user|proxy-password|user-agent|referer)$/,
  method: /^--method$/,
  body: /^--(?:post-data|post-file|body-data|body-file)$/,
  file: /^(?:-\w*[oaO]|--(?:output-document|output-file|append-output|save-cookies))$/,
};
/** Methods that do not change what a server holds. */
const READS = /^(?:GET|HEAD|OPTIONS)$/i;

/** What `curl`, `wget` and HTTPie do with what they are given; `undefined` where a server may keep it. */
export function effectOfRequest(
  name: string,
  rest: readonly string[],
  isHeld: (text: string) => boolean,
  isFed: boolean,
): Effect | undefined {
  if (isFed) return undefined;
  if (name === "curl") return ofRequest(CURL, rest, isHeld);
  if (name === "wget") return ofRequest(WGET, rest, isHeld);
  return /^(?:https?|xh)$/.test(name) ? ofHttpie(rest, isHeld) : undefined;
}

function ofRequest(options: Options, rest: readonly string[], isHeld: (text: string) => boolean): Effect | undefined {
  let method: string | undefined;
  let hasBody = false;
  let isElsewhere = false;
  let toFile = false;
  for (let at = 0; at < rest.length; at += 1) {
    const [option, joined] = split(rest[at]!);
    const value = joined ?? rest[at + 1] ?? "";
    const step = joined === undefined ? 1 : 0;
    if (options.method.test(option)) [method, at] = [value, at + step];
    else if (options.body.test(option)) {
      hasBody = true;
      isElsewhere ||= isHeld(value);
      at += step;
    } else if (options.file.test(option)) toFile ||= !/^(?:-|\/dev\/(?:null|stdout|stderr))$/.test(value);
    else if (options.header.test(option)) at += step;
    else isElsewhere ||= isHeld(rest[at]!);
  }
  const reads =
    method === undefined ? !hasBody || rest.some((word) => /^(?:-\w*G|--get)$/.test(word)) : READS.test(method);
  if (!reads && (isElsewhere || !/^POST$/i.test(method ?? "POST"))) return undefined;
  return { kind: "send", ...(toFile && { toFile: true }) };
}

/** `--header=value` and `-XPUT` → the option and its value. */
function split(word: string): [option: string, value: string | undefined] {
  const [, long, value] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
  if (long !== undefined) return [long, value];
  const [, short, attached] = /^(-[HuUbAeXdFToc])(.+)$/s.exec(word) ?? [];
  return short !== undefined && !/^-[a-zA-Z]{2,6}$/.test(word)
    ? [short, attached]
    : /^-\w*X[A-Z]{3,7}$/.test(word)
      ? ["-X", word.replace(/^-\w*X/, "")]
      : [word, undefined];
}

/** Items with `=` or `@` are the body, items with `:` are headers. */
function ofHttpie(rest: readonly string[], isHeld: (text: string) => boolean): Effect | undefined {
  // A session keeps the headers of its requests.
  if (rest.some((word) => /^--session(?:=|$)/.test(word))) return undefined;
  const operands = rest.filter((word) => !word.startsWith("-"));
  const method = /^[A-Z]{3,7}$/.test(operands[0] ?? "") ? operands[0]! : "GET";
  if (!READS.test(method) && method !== "POST") return undefined;
  const isBody =
    operands.some((word) => isHeld(word) && !/^[\w-]+:(?![=/])|^https?:|^:\d/.test(word)) ||
    rest.some((word) => word.startsWith("--raw") && isHeld(word));
  return isBody
    ? undefined
    : { kind: "send", ...(rest.some((word) => /^(?:-\w*[do]|--(?:download|output))/.test(word)) && { toFile: true }) };
}
