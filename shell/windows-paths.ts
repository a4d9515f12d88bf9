/** Matches a backslash between two names of a path, of a variable and a name, or behind `.` and `~`. */
const SEPARATES = /(?<=[\w.:~*})\]-])\\(?=[\w.*$-])/g;

/**
 * A script of PowerShell with `/` between the names of its paths. PowerShell takes both signs on every system, and the
 * backslash, which other shells read as an escape, never is one there.
 */
export function withSlashes(script: string): string {
  return script.includes("\\") ? script.replace(SEPARATES, "/") : script;
}
