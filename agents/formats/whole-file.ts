import { parseTree, printParseErrorCode, type ParseError } from "jsonc-parser";

import { printable } from "../../kit/text.ts";
import { shapeFault } from "./file-shape.ts";
import type { Shape } from "./shape.ts";
import type { Refuses } from "./installer.ts";
import { splitBom } from "./layout.ts";

/** The strictness of an agent that loads a JSON file as a whole or not at all. */
export interface WholeFile {
  readonly comments?: true;
  readonly trailingCommas?: true;
  /** The agent accepts a byte order mark at the start. */
  readonly bom?: true;
  /** The agent accepts a known key twice in an object and uses the last value. */
  readonly repeats?: true;
  /** @param events the events that the agent knows */
  readonly shape?: (events: readonly string[]) => Shape;
}

/** Checks whether the agent loads a JSON file. The sentence names the line and the key, and never a value. */
export function wholeJson(rules: WholeFile): Refuses {
  return (path, text, { title, events }) => {
    const fault = faultOf(text, rules, events);
    return fault && `${title} loads nothing of ${printable(path)}, and so none of its hooks: ${fault}.`;
  };
}

/**
 * The first part of a text that strict JSON parsers reject, such as a comment, a trailing comma or a byte order mark;
 * `undefined` if there is none. For agents whose parser nobody has tested.
 */
export const laxityOf = (text: string): string | undefined => faultOf(text, { repeats: true }, []);

function faultOf(whole: string, rules: WholeFile, events: readonly string[]): string | undefined {
  const [bom, text] = splitBom(whole);
  if (bom !== "" && !rules.bom) return "it begins with a mark of its encoding (BOM)";
  const lineOf = (offset: number) => text.slice(0, offset).split("\n").length;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, {
    disallowComments: !rules.comments,
    allowTrailingComma: rules.trailingCommas === true,
    allowEmptyContent: true,
  });
  const [error] = errors;
  if (error) return `${inWords(error, text)} in line ${lineOf(error.offset)}`;
  if (!root) return undefined;
  // The parser above accepts a few characters that are not valid JSON.
  if (!rules.comments && !rules.trailingCommas && !isJson(text)) return "it is not valid JSON";
  const fault = rules.shape && shapeFault(root, rules.shape(events), !rules.repeats);
  return fault && `${fault.clause} (line ${lineOf(fault.node.offset)})`;
}

function inWords({ error, offset }: ParseError, text: string): string {
  const code = printParseErrorCode(error);
  if (code === "InvalidCommentToken") return "there is a comment";
  const isComma = /[,]\s*$/.test(text.slice(0, offset)) && /^\s*[\]}]/.test(text.slice(offset));
  return isComma ? "there is a comma with nothing behind it" : `it is not valid JSON (${code})`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
