import { isKnownNode } from "./is-known-node.ts";

/**
 * What lies beneath one of Node's modules, without loading the module for it, which costs milliseconds. Not documented:
 * who asks for it has another way. `undefined` where this Node does not give it, is not known, or would say to the user that it was asked.
 */
export function nodeBinding<Binding extends object>(name: string): Partial<Binding> | undefined {
  if (!isKnownNode()) return undefined;
  const node = process as unknown as { binding?: (name: string) => Partial<Binding>; emitWarning: unknown };
  // It would say so in every hook to those who ask Node to warn of what is not documented.
  const { NODE_PENDING_DEPRECATION: warns, NODE_OPTIONS: options } = process.env;
  if (warns === "1" || [...process.execArgv, options].some((option) => option?.includes("--pending") === true)) return undefined; // V8 compiles a pattern for longer
  const { emitWarning } = node;
  try {
    node.emitWarning = () => {}; // of some it warns in any case, and would compile for that what leaves the warning out
    return node.binding?.(name);
  } catch {
    return undefined; // there is none of this name, or the permission model forbids it
  } finally {
    node.emitWarning = emitWarning;
  }
}

/** Whether this Node is of one of these releases: `20` is any 20.x. */
export function isNode(...majors: number[]): boolean {
  return majors.includes(Number.parseInt(process.versions.node, 10));
}
