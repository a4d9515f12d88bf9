/**
 * What tells these rules from those of another build, or `undefined` where nothing was built. The build puts its own answer
 * here, made of all that the detector is written in: to ask the files at run time costs each long conversation.
 */
export function rulesVersion(): string | undefined {
  return undefined;
}
