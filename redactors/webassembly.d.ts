/** A module in WebAssembly's text format is imported as its binary, in base64; scripts/wat.ts translates it. */
declare module "*.wat" {
  const binary: string;
  export default binary;
}

/** As much of it as is used; Node's types leave it to a browser's. */
declare namespace WebAssembly {
  class Module {
    constructor(binary: Uint8Array);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: Record<string, unknown>;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
    /** By so many pages of 64 KiB. */
    grow(pages: number): number;
  }
}
