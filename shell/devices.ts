import type { Stats } from "node:fs";

import { statOf } from "../kit/files.ts";

/**
 * The names of devices that keep nothing, of the streams of a process, of connections of bash, and of the process that
 * `>(…)` starts.
 */
const NAMED =
  /^(?:\/dev\/(?:null|zero|full|u?random|std(?:in|out|err)|console|ptmx|tty\w*|(?:pts|fd)\/\d+|(?:tcp|udp)\/.*)|\/proc\/(?:self|\d+)\/fd\/\d+|[<>]\(.*)$/s;

/**
 * Whether a path is a device or a pipe: a text that is written there replaces nothing.
 * @param look gives the stats of the path
 */
export function isDevice(path: string, look: () => Stats | undefined = () => statOf(path)): boolean {
  if (NAMED.test(path)) return true;
  const found = look();
  return found !== undefined && (found.isFIFO() || found.isSocket() || found.isCharacterDevice());
}
