import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** A chunk that a process compiled, and whether the code cache held its bytecode. */
export interface LoadedChunk {
  readonly name: string;
  readonly cached: boolean;
}

/**
 * A script for `node --require` that writes, as JSON into the file named by `LIST`, which chunks the process loaded.
 */
export function chunkLister(folder: string): string {
  const file = join(folder, "list-chunks.cjs");
  writeFileSync(
    file,
    `require(${JSON.stringify(join(import.meta.dirname, "run-at-exit.cjs"))});
    const chunks = [], vm = require("vm"), { Script } = vm;
    vm.Script = class extends Script {
      constructor(code, options) {
        super(code, options);
        const name = options?.filename && require("path").basename(options.filename);
        if (name) chunks.push({ name, cached: this.cachedDataRejected === false });
      }
    };
    process.on("exit", () => require("fs").writeFileSync(process.env.LIST, JSON.stringify(chunks)));`,
  );
  return file;
}
