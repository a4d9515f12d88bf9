/** Matches commands by which a script may set any variable: those of a file, or of a text that is not known. */
const SETS_ANY = /(?:^|[\s;&|({])(?:source|\.|eval)\s|\b(?:export|declare|typeset)\s[^\n;&|]*\$\(/;

/** Whether a script may set a variable: by an assignment, a loop, `read` and its like, or out of a file. */
export function mayBeSet(script: string, name: string): boolean {
  return (
    SETS_ANY.test(script) ||
    new RegExp(`(?<![\\w$])${name}(?:\\+?=|\\[)|${SETTERS}[^\\n;&|]*(?<![\\w$])${name}\\b`).test(script)
  );
}

const SETTERS = String.raw`\b(?:for|select|read|mapfile|readarray|getopts|printf\s+-v|declare|typeset|local)\b`;
