import { isRandom } from "./is-random.ts";
import { KEY_64, PATH, SIXTY_FOUR } from "./judge-made-up.ts";
import { decide } from "./judge-rule.ts";
import type { NamedValue, ValueRule, ValueVerdict } from "./named-value.ts";
import { UUID } from "./value-traits.ts";

/**
 * Judges a value under a weak name (a `hint`). Only a value that can hardly be anything but a key is a secret: it is
 * long, mixes kinds of characters, and is no digest and no UUID.
 */
export function judgeHint(named: NamedValue): ValueVerdict {
  return decide(HINT_RULES, named) ?? "none";
}

/**
 * The rules for a value under a weak name, in their order: names of records first, then keys that look like a digest,
 * and last a value that is long and mixed enough. `place.owned` searches the text around for a service's name, so it is
 * called late.
 */
export const HINT_RULES: readonly ValueRule[] = [
  // The id of a session (`sesn_…`) gives no access to the session, and the id of a Docker secret none to the secret.
  {
    name: "id of a session or a Docker secret",
    holds: ({ promised, head }) =>
      promised.kind === "secret" ? RECORD.test(head) : promised.kind === "token" && OF_DOCKER.test(head),
    verdict: "none",
    decides: ["hint for a secret", "sesn_⋮Zq81Lm20Vt7Rb5⋮Kx3Wd9", "quoted"],
    spares: ["hint for a secret", "sess_⋮Zq81Lm20Vt7Rb5⋮Kx3Wd9", "quoted"],
  },
  // A CI job prints the key of its cache, which consists of names and a digest.
  {
    name: "key of a cache",
    holds: ({ promised, head }) => isKey(promised) && OF_CACHE.test(head),
    verdict: "none",
    decides: ["hint", "Linux-npm-" + "3f9a1c70".repeat(5), "quoted"],
    spares: ["hint", "3f9a1c70".repeat(5), "quoted"],
  },
  // In an environment, the hex digits in `FOO_KEY=<hex>` are a key and no digest. The same holds for hex digits near a
  // service's name.
  {
    name: "key in hex",
    holds: ({ promised, traits, head, place }) =>
      isKey(promised) &&
      traits.hex === head.length &&
      traits.digits > 0 &&
      ((place.constant && head.length >= 32) || (head.length >= 20 && place.owned?.() === true)),
    verdict: "low",
    decides: ["hint", "3f9a1c70b2".repeat(2), "owned"],
    spares: ["hint", "3f9a1c70b2".repeat(2), "bare"],
  },
  // A value that looks like a digest is a key if it is in quotes, among data, or near a service's name.
  {
    name: "like a digest",
    holds: ({ promised, head, place }) =>
      promised.kind !== "secret" && isDigest(head) && (place.quoted || place.data || place.owned?.() === true),
    verdict: "low",
    decides: ["hint", "3f9a1c70".repeat(4), "quoted"],
    spares: ["hint", "3f9a1c70".repeat(4), "bare"],
  },
  // Keys of Azure's stores are 64 bytes in Base64.
  {
    name: "64 bytes",
    holds: ({ promised, head }) => isKey(promised) && KEY_64.test(head) && isRandom(head),
    verdict: "low",
    decides: ["hint", SIXTY_FOUR, "bare"],
    spares: ["hint for a secret", SIXTY_FOUR, "bare"],
  },
  // A value may be a name if it is short, has no digit, few letters, or several signs.
  {
    name: "too plain",
    holds: isPlain,
    verdict: "none",
    decides: ["hint for a secret", "AW5H0QI4OE", "data"],
    spares: ["hint for a secret", "Zq81Lm20⋮Vt7Rb5Kx3Wd9", "data"],
  },
  // A value in hex and dashes, or with many dashes, is a UUID, a digest or a name of many words; so are small letters
  // with dots between.
  {
    name: "in parts",
    holds: ({ traits, head }) =>
      DOTTED.test(head) || traits.hex + traits.dashes === head.length || traits.dashes * 6 > head.length,
    verdict: "none",
    decides: ["hint", "3f9a1c70-".repeat(3), "bare"],
    spares: ["hint", "Zq81Lm20⋮Vt7Rb5Kx3Wd9", "bare"],
  },
  // Any other value is a key if it is random, and no path or address.
  {
    name: "random",
    holds: ({ head }) => isRandom(head) && !PATH.test(head) && !/[:@]/.test(head),
    verdict: "low",
    decides: ["hint", "Zq81Lm20⋮Vt7Rb5Kx3Wd9", "bare"],
    spares: ["hint", "/Zq81Lm20⋮/Vt7Rb5Kx3Wd9", "bare"],
  },
];

function isKey({ kind }: NamedValue["promised"]): boolean {
  return kind === "api-key";
}

function isPlain({ promised, traits, head, place }: NamedValue): boolean {
  const isOwned = () => isKey(promised) && traits.digits > 1 && place.owned?.() === true;
  const least = isScattered(head) ? 16 : isOwned() ? 15 : 20;
  return head.length < least || traits.digits < 1 || traits.letters < 4 || traits.special > 2;
}

/**
 * Whether a value mixes letters of both cases and several digits, without a sign, so that it is neither name nor
 * digest.
 */
function isScattered(value: string): boolean {
  return /^(?=(?:.*\d){2})(?=.*[g-z])(?=.*[A-Z])(?!0x)[A-Za-z0-9]{16,}$/.test(value) && isRandom(value);
}

const DOTTED = /^[a-z]{2,}(?:\.[a-z\d_-]{1,24}){2,}$/;
const OF_CACHE = /^(?:[A-Za-z][\w.]*-){2,8}[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const RECORD = /^(?!sess|auth|seed|salt|code|live|test)[a-z]{4,9}_[A-Za-z0-9]{12,}$|^[a-z]{1,4}(?:-[0-9a-f]{6,}){2,}$/;
const OF_DOCKER = /^[a-z0-9]{25}$/;

/** Whether a value is a UUID, or hex digits of the usual length of a digest. */
function isDigest(value: string): boolean {
  return UUID.test(value) || /^(?=.*\d)(?:[0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i.test(value);
}
