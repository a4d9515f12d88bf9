/**
 * An identifier of this build: a hash of the sources and of the locked versions of the packages, which the build puts
 * here. `undefined` if nothing was built, as in unit tests.
 */
export function buildId(): string | undefined {
  return undefined;
}
