import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** A chunk that a process compiled, and whether the code cache held its bytecode. */
export interface LoadedChunk {
  readonly name: string;
  readonly cached: boolean;
}

/** A script for `node --require` that writes, as JSON into the file named by `LIST`, which chunks the process loaded. */
export function chunkLister(folder: string): string {
  const file = join(folder, "list-chunks.cjs");
  writeFileSync(
    file,
    `require(${JSON.stringify(join(import.meta.dirname, "run-at-exit.cjs"))});
    const chunks = [], vm = require("vm"), { Script } = vm, { binding } = process;
    const add = (file, script) => chunks.push({ name: require("path").basename(file), cached: script.cachedDataRejected === false });
    vm.Script = class extends Script {
      constructor(code, options) {
        super(code, options);
        add(options.filename, this);
      }
    };
    // What Node's own Script is made of, which the hook path asks for itself.
    const { ContextifyScript } = binding("contextify");
    const counted = class extends ContextifyScript {
      constructor(code, file, ...rest) {
        super(code, file, ...rest);
        add(file, this);
      }
    };
    process.binding = (name) => (name === "contextify" ? { ...binding(name), ContextifyScript: counted } : binding(name));
    process.on("exit", () => require("fs").writeFileSync(process.env.LIST, JSON.stringify(chunks)));`,
  );
  return file;
}
