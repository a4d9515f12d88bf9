/**
 * Loads a module of Node that takes milliseconds to load and that few hooks need. Unlike `import()` it does not wait,
 * and unlike node:module it does not load the loader of ES modules. Needs Node 20.16 or 22.3, as package.json says.
 */
export function loadBuiltin<Module>(name: `node:${string}`): Module {
  return process.getBuiltinModule(name) as Module;
}
