import type { Stats } from "node:fs";

import { statOf } from "../kit/files.ts";

/**
 * Matches the names of devices that keep no data, of a process's standard streams and of bash's network connections,
 * and a process `>(…)` in place of a file.
 */
const NAMED =
  /^(?:\/dev\/(?:null|zero|full|u?random|std(?:in|out|err)|console|ptmx|tty\w*|(?:pts|fd)\/\d+|(?:tcp|udp)\/.*)|\/proc\/(?:self|\d+)\/fd\/\d+|[<>]\(.*)$/s;

/**
 * Whether a path is a device or a pipe, so that text written to it overwrites nothing.
 * @param look returns the stats of the path
 */
export function isDevice(path: string, look: () => Stats | undefined = () => statOf(path)): boolean {
  if (NAMED.test(path)) return true;
  const found = look();
  return found !== undefined && (found.isFIFO() || found.isSocket() || found.isCharacterDevice());
}
