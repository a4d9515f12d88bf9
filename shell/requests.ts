import { valuesOf } from "./parse-options.ts";
import { hasFlag, rowsOf } from "./programs.ts";
import { namedBy, sortedBy, type Words } from "./sorted-words.ts";

/** A request to a server. */
export interface Request {
  readonly method: string;
  /** Texts of the request's body (`bodies`), and files that are uploaded (`files`). */
  readonly bodies: readonly string[];
  readonly files: readonly string[];
  /** Words that are neither options nor their values: addresses, and HTTPie's items such as `a=b`. */
  readonly operands: readonly string[];
  /** The file for the answer; "" if the server names the file; absent if the answer is printed. */
  readonly output?: string;
}

/** The request of a program of the kind `send`; `undefined` for any other program. */
export function requestOf(name: string, own: readonly string[]): Request | undefined {
  const row = rowsOf(name).find(({ options }) => options !== undefined);
  if (row?.kind !== "send") return undefined;
  const words = sortedBy(own, row.options);
  const uploads = words.of("upload");
  const { method, bodies, operands } = row.options?.method === undefined ? partsOfWords(words) : partsOfOptions(words);
  const isGet = bodies.length + uploads.length === 0 || words.has("G --get");
  const output = words.of("output").at(-1) ?? (hasFlag(own, row.acts) ? "" : undefined);
  const isNamed = row.reads !== undefined && typeof row.reads !== "function";
  return {
    method: method ?? (isGet ? "GET" : "POST"),
    bodies,
    files: [...(isNamed ? namedBy(row.reads, own, words) : []), ...uploads],
    operands: [...operands, ...valuesOf(own, "--url")],
    ...(output !== undefined && { output }),
  };
}

/** The parts of a request that a command's arguments give. */
interface RequestParts {
  readonly method: string | undefined;
  readonly bodies: readonly string[];
  readonly operands: readonly string[];
}

/** Reads `curl -X PUT -d a=b x.test`. */
function partsOfOptions(words: Words): RequestParts {
  return { method: words.of("method").at(-1), bodies: words.of("body"), operands: words.operands };
}

/** Reads `http PUT x.test a=b`: HTTPie takes the method and the body as operands. */
function partsOfWords(words: Words): RequestParts {
  const [, method] = /^(get|head|options|post|put|patch|delete)$/i.exec(words.operands[0] ?? "") ?? [];
  const operands = words.operands.slice(method === undefined ? 0 : 1);
  const bodies = [...words.of("body"), ...operands.slice(1).filter(isItem)];
  return { method: method ?? words.of("method").at(-1), bodies, operands };
}

/** Whether an operand of HTTPie is a part of the body; `name:value` is a header, and an address is no item. */
function isItem(word: string): boolean {
  return !/^[\w-]+:(?![=/])|^https?:|^:\d/.test(word);
}
