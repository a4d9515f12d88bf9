/**
 * One of Node's modules that cost milliseconds to load and that few hooks need. It is loaded at the call, without the
 * wait of `import()` and without node:module, which brings the loader of ES modules along. Node can do so since 20.16
 * and 22.3, which package.json asks for.
 */
export function loadBuiltin<Module>(name: `node:${string}`): Module {
  return process.getBuiltinModule(name) as Module;
}
