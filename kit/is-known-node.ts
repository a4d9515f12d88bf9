/**
 * Minor releases of Node in which everything undocumented that snapveil asks for was tried, by major: the first and the last.
 * A wrong argument to one of Node's bindings ends the process, and a hook that ends so guards nothing.
 */
const TRIED: Readonly<Record<string, readonly [first: number, last: number]>> = { 20: [16, 20], 22: [3, 23], 24: [0, 21], 26: [0, 10] };

/** Whether the undocumented parts of this Node are known; in any other one they are left alone. */
export function isKnownNode(): boolean {
  const [major, minor] = process.versions.node.split(".") as [string, string];
  const tried = TRIED[major];
  return tried !== undefined && +minor >= tried[0] && +minor <= tried[1];
}
