/**
 * The build's identifier: a hash of the sources and of the locked versions of the packages, which the build inserts
 * into this function. `undefined` if nothing was built, as in unit tests.
 */
export function buildId(): string | undefined {
  return undefined;
}
