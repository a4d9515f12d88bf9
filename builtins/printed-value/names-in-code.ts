import { alternatives, anyOf } from "../../kit/word-pattern.ts";
import { namesAmong, UNNAMED } from "./names-in-path.ts";

/** The names of the secrets that a one-line program prints: `process.env.API_KEY`. */
export function namesInCode(code: string): string[] {
  const text = code.slice(lastPrint(code));
  if (ABOUT.test(text) || ENDS_WITH_ABOUT.test(text.slice(-64))) return [];
  return MAKERS.test(text) ? [UNNAMED] : namesAmong(likelyNames(text));
}

/** The name of the single column that a query selects, if it is a name of a secret; empty otherwise. */
export function namesInQuery(query: string): string[] {
  const columns = /\bselect\s([^;]{1,400})/i.exec(query)?.[1]?.split(/\sfrom\s/i)[0] ?? "";
  return /[,(*]/.test(columns)
    ? []
    : namesAmong([
        columns
          .trim()
          .split(/[\s.]+/)
          .at(-1)
          ?.replace(/["'`\\]/g, "") ?? "",
      ]);
}

/** The words of a text that may be names. */
export function likelyNames(text: string): string[] {
  return text.split(/[^\w.-]+/);
}

/** The variables whose values a shell's text prints; `${NAME:+…}` only tests one. */
export function variablesIn(text: string): string[] {
  return Array.from(
    text.matchAll(/\$\{?(?:env:)?([A-Za-z_]\w{0,80})(?!\w)(?!:?\+)|%([A-Za-z_]\w{0,80})%/gi),
    ([, name, other]) => name ?? other ?? "",
  );
}

function lastPrint(code: string): number {
  let at = 0;
  for (const { index } of code.matchAll(/\b(?:print|puts|echo|say|p|pp|write|log|inspect)\b/g)) at = index;
  return at;
}

const ABOUT = anyOf(
  String.raw`
    hexdigest createHash \bsha\d md5 password_hash password_verify bcrypt __version__ __file__ \bVERSION\b \blen\(
    count uuid Object\.keys require\.resolve package\.json \.name\b
  `,
  "i",
);

/**
 * Names of a last field that holds no secret, even if the fields before it have a secret's name: `user.id`,
 * `keys.first`.
 */
const FIELDS = alternatives("ids? pk uuid count size length name email class keys version file accessor username");
const ENDS_WITH_ABOUT = new RegExp(String.raw`[.:](?:${FIELDS})\b\W*(?:(?:first|last)\W*)?$`, "i");

/** Functions that generate a random secret. */
export const MAKERS = anyOf(`
  randomBytes random_bytes SecureRandom token_(?:hex|urlsafe|bytes) generate_key get_random_secret_key
  getRandomValues RandomNumberGenerator
`);
