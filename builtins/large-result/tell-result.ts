import { isObject, type Json } from "../../kit/json.ts";
import { firstLines, tailOf, type Bounds } from "./bounds.ts";

/**
 * The way in which a tool's output is shown: the end of it, or the beginning of a file, by docker-agent's `read_file`
 * or by another agent's tool.
 */
export type Showing = "end" | "read_file" | "file";

/** The model's text in the place of an output: the file with the whole output, and a part within the bounds. */
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
  const next = firstLine(input) + whole; // a line that was cut is read again
  // The note stands behind the shown text, since some agents number its lines from the first one on.
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

// What follows is docker-agent's own wording, which its models and the tests of others know.
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

/** The line with which a reading began, by the names that agents have for it. */
function firstLine(input: Json | undefined): number {
  const given = isObject(input) ? [input["line"], input["start_line"], input["offset"]] : [];
  const start = given.find((value) => typeof value === "number" && value >= 1);
  return typeof start === "number" ? Math.floor(start) : 1;
}
