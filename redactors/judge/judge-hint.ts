import { isRandom } from "./is-random.ts";
import { KEY_64, PATH } from "./judge-made-up.ts";
import { decide } from "./judge-rule.ts";
import type { NamedValue, ValueRule, ValueVerdict } from "./named-value.ts";
import { UUID } from "./value-traits.ts";

/** How sure a value is under a weak name: it has to be nothing but a key: long, mixed, no digest, no UUID. */
export function judgeHint(named: NamedValue): ValueVerdict {
  return decide(HINT_RULES, named) ?? "none";
}

/**
 * The rules for a value under a weak name, in the order in which they are asked: names of records first, then keys that
 * look like a digest, and at last a value that is long and mixed enough. Whether a service is named nearby costs a look
 * around, and is asked late.
 */
export const HINT_RULES: readonly ValueRule[] = [
  // The name of a session, `sesn_…`, does not open it; nor does the id of a secret in Docker.
  {
    name: "id of a record",
    holds: ({ key, head }) =>
      key.kind === "secret" ? RECORD.test(head) : key.kind === "token" && OF_DOCKER.test(head),
    verdict: "none",
  },
  // A job of CI prints the key of its cache: names of the cached things, and a digest.
  { name: "key of a cache", holds: ({ key, head }) => isKey(key) && OF_CACHE.test(head), verdict: "none" },
  // `FOO_KEY=<hex>` in an environment is no digest, nor is the key of a named service.
  {
    name: "key in hex",
    holds: ({ key, traits, head, place }) =>
      isKey(key) &&
      traits.hex === head.length &&
      traits.digits > 0 &&
      ((place.constant && head.length >= 32) || (head.length >= 20 && place.owned?.() === true)),
    verdict: "low",
  },
  // A value as long as a digest, in a place of data.
  {
    name: "like a digest",
    holds: ({ key, head, place }) =>
      key.kind !== "secret" && isDigest(head) && (place.quoted || place.data || place.owned?.() === true),
    verdict: "low",
  },
  // Keys of Azure's stores are 64 bytes in Base64.
  { name: "64 bytes", holds: ({ key, head }) => isKey(key) && KEY_64.test(head) && isRandom(head), verdict: "low" },
  // A name is shorter, or has no digit, hardly a letter, or signs.
  { name: "too plain", holds: isPlain, verdict: "none" },
  // A UUID, a digest in parts, a name of many words.
  {
    name: "in parts",
    holds: ({ traits, head }) => traits.hex + traits.dashes === head.length || traits.dashes * 6 > head.length,
    verdict: "none",
  },
  // All that is left counts if it is random, and no path and no address.
  { name: "random", holds: ({ head }) => isRandom(head) && !PATH.test(head) && !/[:@]/.test(head), verdict: "low" },
];

function isKey({ kind }: NamedValue["key"]): boolean {
  return kind === "api-key";
}

function isPlain({ key, traits, head, place }: NamedValue): boolean {
  const isOwned = () => isKey(key) && traits.digits > 1 && place.owned?.() === true;
  const least = isScattered(head) ? 16 : isOwned() ? 15 : 20;
  return head.length < least || traits.digits < 1 || traits.letters < 4 || traits.special > 2;
}

/** Whether a value has letters of both cases and several digits among them, without a sign: no name, and no digest. */
function isScattered(value: string): boolean {
  return /^(?=(?:.*\d){2})(?=.*[g-z])(?=.*[A-Z])(?!0x)[A-Za-z0-9]{16,}$/.test(value) && isRandom(value);
}

const OF_CACHE = /^(?:[A-Za-z][\w.]*-){2,8}[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const RECORD = /^(?!sess|auth|seed|salt|code|live|test)[a-z]{4,9}_[A-Za-z0-9]{12,}$|^[a-z]{1,4}(?:-[0-9a-f]{6,}){2,}$/;
const OF_DOCKER = /^[a-z0-9]{25}$/;

/** Whether a value is as long as the digests that keys most often look like, or a UUID. */
function isDigest(value: string): boolean {
  return UUID.test(value) || /^(?=.*\d)(?:[0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i.test(value);
}
