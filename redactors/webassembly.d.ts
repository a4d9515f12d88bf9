/** A module in WebAssembly's text format is imported as its binary, in base64; scripts/wat.ts translates it. */
declare module "*.wat" {
  const binary: string;
  export default binary;
}

/** As much of it as is used; Node's types leave it to a browser's. */
declare const WebAssembly: {
  Module: new (binary: Uint8Array) => object;
  Instance: new (module: object, imports: Record<string, Record<string, object>>) => { readonly exports: Record<string, unknown> };
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
};
