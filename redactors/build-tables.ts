import { encodeSources } from "./encode-sources.ts";
import SCAN from "./scan.wat";

/** The file of tables, made anew; the package itself has no need of this. */
export function buildTables(): Buffer {
  return encodeSources(Buffer.from(SCAN, "base64"));
}
