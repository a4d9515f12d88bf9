import { writeFileSync } from "node:fs";

import { encodeSources } from "../redactors/encode-sources.ts";
import { toBinary } from "./wat.ts";

/** Writes the detector's fact tables to `file`, which belongs beside the chunk that holds `redactors/`. */
export default async function writeTables(file: string): Promise<void> {
  writeFileSync(file, encodeSources(await toBinary("redactors/scan.wat")));
}
