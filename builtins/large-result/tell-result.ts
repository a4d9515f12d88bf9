import { isObject, type Json } from "../../kit/json.ts";
import { firstLines, tailOf, type Bounds } from "./bounds.ts";

/**
 * The part of an output that is shown. `end`: the end. `read_file` and `file`: the beginning of a file that was read,
 * by docker-agent's tool `read_file` or by another agent's tool.
 */
export type Showing = "end" | "read_file" | "file";

/** The text for the model that replaces an output: the path of the file with the whole output, and a part of it. */
export function tellResult(output: string, file: string, bounds: Bounds, showing: Showing, input?: Json): string {
  const text = Buffer.from(output);
  const { bytes, lines } = bounds;
  const said =
    `Tool call result was too large (${text.length} bytes; limit ${bytes} bytes). ` +
    `The full result is available in a file: ${file}`;
  if (showing === "end")
    return `${said}\n\nShowing the last ${lines} lines (up to ${bytes} bytes):\n\n${tailOf(text, bounds).toString()}`;
  const bytesShown = firstLines(text, bounds);
  const head = bytesShown.toString();
  const whole = head.split("\n").length - 1;
  const isOneLine = whole === 0;
  const next = firstLine(input) + whole; // a line that was cut is to be read again
  // The note comes behind the shown text, since some agents number the lines from the first one.
  if (showing === "file") return `${head.replace(/\n$/, "")}\n\n[${said}\n${isOneLine ? STUCK : readOn(next)}]`;
  const first = isOneLine ? `${bytesShown.length} bytes` : `${lines} lines (up to ${bytes} bytes)`;
  return `${said}\n\nShowing the first ${first}. ${isOneLine ? DOCKERS_STUCK : dockersReadOn(next)}:\n\n${head}`;
}

const STUCK =
  "The first line alone is longer than what is shown of it, so no number of a line leads on. " +
  "To read on, take ranges of bytes from that file, for example with a shell command.";

function readOn(line: number): string {
  return `To continue reading, read the same file again from line ${line} on.`;
}

// docker-agent's own wording, which its models and tests of other projects expect.
const DOCKERS_STUCK =
  "The first line of this result alone exceeds the excerpt limit, so read_file's line-based " +
  '"line"/"limit" arguments cannot advance within it, and reading the file above with read_file would be truncated ' +
  "the same way. To read beyond this excerpt, use a tool or command that can read byte ranges " +
  "(for example a shell command) on that file";

function dockersReadOn(line: number): string {
  return (
    `To continue reading, call read_file again with the same path plus "line": ${line} (1-based start line) ` +
    'and a "limit" (maximum number of lines)'
  );
}

/** The first line that was read, by the arguments' names in various agents; 1 if none is given. */
function firstLine(input: Json | undefined): number {
  const given = isObject(input) ? [input["line"], input["start_line"], input["offset"]] : [];
  const start = given.find((value) => typeof value === "number" && value >= 1);
  return typeof start === "number" ? Math.floor(start) : 1;
}
