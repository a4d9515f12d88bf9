import { parseTree, printParseErrorCode, type ParseError } from "jsonc-parser";

import { printable } from "../../kit/text.ts";
import { shapeFault, type Shape } from "./file-shape.ts";
import type { Refuses } from "./installer.ts";
import { splitBom } from "./layout.ts";

/** The rules by which an agent reads a JSON file as a whole: if one part breaks them, it takes no part of the file. */
export interface WholeFile {
  readonly comments?: true;
  readonly trailingCommas?: true;
  /** A mark of the encoding in front. */
  readonly bom?: true;
  /** A known key may stand twice; the last one counts. */
  readonly repeats?: true;
  /** @param events the events that the agent knows */
  readonly shape?: (events: readonly string[]) => Shape;
}

/** The check of an agent's file. The sentence names the line and the key, and never a value. */
export function wholeJson(rules: WholeFile): Refuses {
  return (path, text, { title, events }) => {
    const fault = faultOf(text, rules, events);
    return fault && `${title} loads nothing of ${printable(path)}, and so none of its hooks: ${fault}.`;
  };
}

/**
 * The first part of a JSON file that not every program reads, for an agent whose bounds nobody has tried: a comment, a
 * comma too many, a mark of the encoding.
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
  // The parser above takes a few characters that JSON has not.
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
