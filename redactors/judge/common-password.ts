import { wordList } from "../../kit/words.ts";

/**
 * Words that make up passwords which protect nothing: words for a password, words of tests, names of services and
 * roles, rows of keys on a keyboard, and the words that manuals put between these.
 */
const WORDS = wordList(
  "pass password passwd passwort passphrase passcode pw pwd psk pin kennwort geheim wachtwoord contrasena senha " +
    "secret secrets key keys token tokens api apikey jwt session cookie csrf bearer auth oauth access refresh id " +
    "signing encryption private public credential credentials hash salt salty value string placeholder " +
    "admin administrator root toor sa user username users guest owner member customer operator superuser manager " +
    "test tests tester testing tested demo dummy fake mock mocked stub sample example examples fixture fixtures unit " +
    "integration e2e spec trial foo bar baz qux foobar foobared lorem ipsum hello world " +
    "default change changed changeme changeit changethis replace insert enter me it my your our the a an this that " +
    "is are be to for of on in at by and or with not no only never use used do does please here some any one two " +
    "three first second other another least more than chars char characters character long length bit bits byte " +
    "bytes super top very ultra mega strong secure safe weak short easy simple plain good bad great nice real really " +
    "valid invalid wrong right correct incorrect expired missing unknown random new old current previous next last " +
    "initial temp temporary tmp dev devel develop development local localhost stage staging prod production qa ci cd " +
    "build app apps web site server service client worker backend frontend database db data cache queue mail " +
    "postgres postgresql pg mysql mariadb mongo mongodb redis rabbit rabbitmq kafka minio minioadmin s3 elastic " +
    "elasticsearch kibana grafana prometheus keycloak vault consul neo4j clickhouse cassandra influx jenkins gitlab " +
    "nexus sonar sonarqube vagrant docker kubernetes ansible tomcat oracle system wordpress drupal joomla " +
    "django rails laravel spring flask express symfony google github stripe slack aws azure firebase " +
    "login logout signin sign register welcome letmein qwerty qwertz qwer azerty asdf asdfgh asd zxcv " +
    "abc abcd abcde abcdef abcdefg abcdefgh xyz keyboard cat shh shhh shhhh shhhhh",
);
const LONGEST_WORD = 16;
/** The most characters of a common password. A longer value was generated. */
const LONGEST = 80;
/** Digits that people append to a word: a year, `123`, `007`. */
const NUMBER = /^\d{1,4}$/;
/** Signs that stand between words or behind them. */
const SIGNS = /[-_.,:;/ !?@#$%^&*+=~()]+/;
/** The letters that digits and signs replace. `1` and `!` are absent, since each may replace `i` or `l`. */
const STANDS_FOR: Readonly<Record<string, string>> = { 0: "o", 3: "e", 4: "a", 5: "s", 7: "t", "@": "a", $: "s" };

/**
 * Whether a password is one that everybody would try first: it consists of `WORDS`, perhaps with digits or signs in the
 * place of letters, or with a number or signs beside the words: `password123`, `Password123!`, `P@ssw0rd`,
 * `f4k3p455w0rd`, `minioadmin`, `rootpw123`, `this-is-a-test-secret`.
 */
export function isCommonPassword(value: string): boolean {
  if (value.length === 0 || value.length > LONGEST) return false;
  if (isOfCommonWords(value.split(SIGNS))) return true;
  if (!/[0-9@$!]/.test(value)) return false;
  const bare = value.toLowerCase().replace(/[\d!?.#*@$%&]+$/, "");
  if (bare === "") return isSequence(value);
  // Test the value with its last digits, too, since they may replace letters: `passw0rd`.
  return [bare, value.toLowerCase().replace(/[!?.#*]+$/, "")].some((text) =>
    ["i", "l"].some((one) =>
      isOfCommonWords(text.replace(/[034571!@$]/g, (sign) => STANDS_FOR[sign] ?? one).split(SIGNS), true),
    ),
  );
}

/** Whether a common word of four letters or more is a part of the value. */
export function holdsCommonWord(value: string): boolean {
  const text = value.toLowerCase().replace(/[03457@$]/g, (sign) => STANDS_FOR[sign]!);
  for (let from = 0; from + 4 <= text.length; from++)
    for (let to = from + 4; to <= Math.min(text.length, from + LONGEST_WORD); to++)
      if (WORDS.has(text.slice(from, to))) return true;
  return false;
}

/** Whether a value is the default password of a service. */
export function isDefaultPassword(value: string): boolean {
  return DEFAULTS.has(value.toLowerCase());
}

/**
 * Whether a value is a default password or a word that means "password", perhaps with a number or a sign behind it:
 * `Password123!`, `letmein`.
 */
export function isPasswordWord(value: string): boolean {
  const bare = value.toLowerCase().replace(/[\d!?.#*@$%&_-]+$/, "");
  return [bare, bare.replace(/[03457@$]/g, (sign) => STANDS_FOR[sign]!)].some(
    (word) => DEFAULTS.has(word) || CHOSEN_WORDS.has(word),
  );
}

const DEFAULTS = wordList(
  "admin root guest sa test toor changeme changeit changethis default example minioadmin rabbitmq postgres mysql " +
    "mariadb mongo mongodb redis foobared grafana prom-operator elastic kibana keycloak neo4j cassandra vagrant " +
    "docker wordpress drupal joomla tomcat nexus sonar jenkins gitlab airflow superset metabase vault myroot",
);
/**
 * Words that people choose as a password, some of which mean "password". `namesItself` in placeholder.ts differs: its
 * words stand where a manual leaves the password out, so `demo` and `qwerty` are none of these.
 */
const CHOSEN_WORDS = wordList("password passwd passwort pass secret token user demo letmein welcome qwerty");

/**
 * Whether parts consist of common words and short numbers.
 * @param isLettersOnly whether digits were replaced by letters, so that a remaining digit fits no word
 */
function isOfCommonWords(parts: readonly string[], isLettersOnly = false): boolean {
  let letters = 0;
  for (const part of parts) {
    for (const piece of part.match(/\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\da-zA-Z]+/g) ?? []) {
      if (/^\d/.test(piece)) {
        if (isLettersOnly || !(NUMBER.test(piece) || isSequence(piece))) return false;
        continue;
      }
      letters += piece.length;
    }
    for (const run of part.split(/\d+/)) if (run !== "" && !isGluedCommonWords(run.toLowerCase())) return false;
  }
  return letters > 0;
}

/** Whether a text consists of common words without gaps: `rootpw` is `root` and `pw`. Each index is visited once. */
function isGluedCommonWords(run: string): boolean {
  const reached = new Set([0]);
  for (let from = 0; from < run.length; from++) {
    if (!reached.has(from)) continue;
    for (let to = from + 1; to <= Math.min(run.length, from + LONGEST_WORD); to++)
      if (WORDS.has(run.slice(from, to))) reached.add(to);
  }
  return reached.has(run.length);
}

/**
 * Whether digits are a sequence: each digit equals the digit before it (`0000`), or is one more (`123456`), or one less
 * (`87654321`).
 */
function isSequence(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  const steps = new Set([...digits].slice(1).map((digit, at) => (Number(digit) - Number(digits[at]) + 10) % 10));
  return steps.size <= 1 && [0, 1, 9].includes([...steps][0] ?? 0);
}
