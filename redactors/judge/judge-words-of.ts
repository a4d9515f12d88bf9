import { namesIn } from "../rules/vendors.ts";
import { wordList } from "../../kit/words.ts";
import { judgeWord } from "./judge-word.ts";
import type { Promised } from "./promised.ts";

/**
 * Judges a name by its words: `DB_PASSWORD`, `clientSecret`, `api-key`, `spring.datasource.password`. `undefined` if it
 * promises no secret.
 */
export function judgeWordsOf(name: string): Promised | undefined {
  const words = namesIn(name);
  let at = words.length - 1;
  while (at > 0 && NEUTRAL.has(words[at] as string)) at -= 1;
  let exact = true;
  for (; at >= 0; at--) {
    const word = words[at] as string;
    const found = judgeWord({ word, before: words[at - 1] ?? "", words });
    if (found === "none") return undefined;
    if (found !== undefined)
      return words.some((one) => NEVER.has(one))
        ? undefined
        : {
            ...found,
            exact: exact && found.kind !== "password-hash",
            typed: /secrete?o?s?$/.test(word),
          };
    if (TAILS.has(word)) return undefined;
    exact = false;
  }
  return undefined;
}

/** Words at the end of a name that do not change the meaning of the words before them. */
const NEUTRAL = wordList(
  "equals confirmation value val string str text plain plaintext cleartext raw base b64 base64 encoded prod " +
    "production dev development stage staging test testing old new live sandbox default env current main local " +
    "remote real final my v1 v2 1 2 3 4 5 6 7 8 9 0 123",
);

/** Words that, behind a telling word, show that the value only describes the secret: `password_length`. */
const TAILS = wordList(
  "challenge name names type types path paths file files filename url uri endpoint endpoints length len size " +
    "count counts exception limit max min ttl expiry expires expiration expire expired timeout age date time at " +
    "policy rule rules field fields label labels placeholder hint prompt title error errors message messages msg " +
    "regex regexp pattern format validator validation strength reset change changed required enabled disabled " +
    "visible visibility toggle input form header headers param params parameter ref refs reference arn version vault " +
    "manager provider service store class interface prefix suffix separator index list map set array options " +
    "option config usage bucket buckets row column kind status scope scopes audience issuer algorithm alg budget " +
    "cost price encoding locale kinds fn func function callback handler method icon image button link page " +
    "screen view component props schema model mode dir directory folder location source host port user username " +
    "role roles group owner description desc generator factory builder parser lexer stream reader writer " +
    "iterator cursor position offset start end begin line chars char text symbol refresh rotation rotate " +
    "lifetime duration seconds minutes hours days ms id ids identifier identifiers uuid hash hashes digest md5 sha1 sha256 sha512 " +
    "helper helpers fingerprint checksum thumbprint pair storage address",
);
/** Words with which a name promises no secret. */
const NEVER = wordList("public publishable pub placeholder example guid");
