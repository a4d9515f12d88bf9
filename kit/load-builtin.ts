/**
 * Loads one of Node's modules that few hooks need and that takes milliseconds to load. Unlike `import()` it is
 * synchronous, and unlike node:module it does not load the loader of ES modules. Needs Node 20.16 or 22.3, as
 * package.json says.
 */
export function loadBuiltin<Module>(name: `node:${string}`): Module {
  return process.getBuiltinModule(name) as Module;
}
