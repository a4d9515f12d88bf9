/**
 * Whether a value that nothing calls a key looks like one all the same: as long a stretch of letters and digits as keys
 * have, or groups of them. Versions, paths, names of packages and of records are made of short parts and of words.
 */
export function isKeyLike(value: string): boolean {
  if (isKeyDigest(value) || isHash(value)) return true;
  const parts = value.split(/[^A-Za-z0-9]+/);
  const mixed = parts.filter((part) => /[0-9]/.test(part) && /[g-z]/i.test(part));
  if (parts.length > 3 && mixed.length * 2 > parts.length) return true;
  if (isOtherThing(value) || ADDRESS_OR_ALPHABET.test(value)) return false;
  if (/^[0-9a-f]+$/i.test(value)) return value.length >= 24;
  const longest = parts.reduce((most, part) => (part.length > most.length ? part : most), "");
  return /[0-9]/.test(longest) && /[A-Za-z]/.test(longest) && longest.length >= (/[A-Z]/.test(longest) ? 10 : 16);
}

/**
 * Of a wallet or a contract, which anyone may see; the letters that an encoder takes; a file that is named by its hash.
 */
const ADDRESS_OR_ALPHABET =
  /^0x[0-9a-f]{40}$|abcdefghijklmnopqrstuvwxyz|\.(?:png|jpe?g|gif|svg|webp|ico|js|css|map|json|woff2?)$/i;

/** Long, of letters and digits, and no digest, as a word with many meanings hardly has behind it. */
export function isKeyOnly(value: string): boolean {
  return (
    value.length >= 20 &&
    value.length <= 128 &&
    digitsIn(value) >= 3 &&
    /^[\w-]+$/.test(value) &&
    !isHex(value) &&
    (value.match(/[-_]/g)?.length ?? 0) <= 3
  );
}

/** Of hex digits, as digests, UUIDs and commits are. */
export function isHex(value: string): boolean {
  return /^[0-9a-f-]+$/i.test(value);
}

/** 32 hex digits or a UUID: the digests that keys most often look like. */
export function isKeyDigest(value: string): boolean {
  return /^[0-9a-f]{32}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

/** As long as the digests of commits, images and files are. */
export function isHash(value: string): boolean {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24}(?:[0-9a-f]{64})?)?$/i.test(value);
}

function isOtherThing(value: string): boolean {
  return SLUG.test(value) || isRecord(value);
}

/** As pods, hosts and branches are named: `grafana-7d9c8b6f5-x2k4z`. */
const SLUG = /^(?!.{8}-.{4}-.{4}-.{4}-.{12}$)[a-z0-9_]+(?:-[a-z0-9_]+)+$/;

/** A service's id of a record, kind first: `thread_…`, `fileDescriptor_…`. A kind that names a key is another thing. */
function isRecord(value: string): boolean {
  const kind = /^([a-z]{2,9}|[a-z]+[A-Z][A-Za-z]+)[_-][A-Za-z0-9]{12,}$/.exec(value)?.[1];
  return (
    kind !== undefined &&
    !/^(?:sk|pk|rk|key|api|live|test|tok|token|secret|pat|access|auth|app|act|prod|sandbox|bearer)$/.test(kind)
  );
}

export function digitsIn(value: string): number {
  return value.match(/[0-9]/g)?.length ?? 0;
}
