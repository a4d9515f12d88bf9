import { statSync } from "node:fs";

/**
 * The names of devices that keep nothing, of the streams of a process, of connections of bash, and of the process that
 * `>(…)` starts.
 */
const NAMED =
  /^(?:\/dev\/(?:null|zero|full|u?random|std(?:in|out|err)|console|ptmx|tty\w*|(?:pts|fd)\/\d+|(?:tcp|udp)\/.*)|\/proc\/(?:self|\d+)\/fd\/\d+|[<>]\(.*)$/s;

/** Whether a path is a device or a pipe: whatever is written there replaces nothing. */
export function isDevice(path: string): boolean {
  if (NAMED.test(path)) return true;
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && (found.isFIFO() || found.isSocket() || found.isCharacterDevice());
  } catch {
    return false;
  }
}
