import { pattern } from "../../kit/word-pattern.ts";
import { isMadeUpWord } from "../judge/made-up-word.ts";
import { inCell } from "../judge/pair.ts";
import { isMadeUpCode } from "../judge/scrambled-word.ts";
import { isSet, wordReader, wordsOfRows, type Row } from "./word-reader.ts";

const SAID = ["password", "said-pair", "medium"] as const;
const PRINTED = ["password", "printed-password", "medium"] as const;

/** The rows, each of which has a text in `test/unit/redactors/kinds` that no other row finds. */
export const SAID_ROWS: readonly Row[] = [
  // A user and a password in a sentence. The word in the password's place must be one that can hardly be anything else.
  {
    words:
      "login log␣in sign␣in basic␣auth credential creds zugangsdaten identifiants credenciales credenziali " +
      "user/pass user/pw username/password user/password user␣/␣pass " +
      "username␣/␣password username␣and␣password test␣account demo␣account",
    as: SAID,
    secret: pattern("dy")`
      s?["'*\x60]{0,3}(?: (?:account|user|for [^\n:=]{1,40}))?(?: (?:are|is|with|as|using)|\s{0,2}(?:[:=\u2192]|->|
      (?<= )-(?= ))|(?= [\w.@+-]{2,64}:\S{8}))\s{0,3}["'*\x60]{0,2}[\w.@+-]{2,64}?["'*\x60]{0,2}
      (?:\s{0,2}[/|,]\s{0,2}|\s?:\s?|\s->\s|
      \x60? and \x60?)["'*\x60]{0,2}(?<value>[^\s"'\x60<>(){}]{8,80}?)["'*\x60]{0,2}[.,;)]?(?:\s|$)
    `,
    accepts: isMadeUpWord,
    finds: "creds: bob:{p}",
    leaves: "creds: path/to/file",
  },
  // The same behind `use`, before the words.
  {
    words: "␣for␣basic␣auth ␣as␣basic␣auth ␣for␣the␣login",
    as: SAID,
    secret:
      /(?<=\b(?:use|using|with|try) ["'`*]{0,2}[\w.@+-]{2,64}:(?<value>[^\s"'`<>(){}]{8,80}?)["'`*]{0,2} (?:for|as)(?: the)? (?:basic auth|login))/diy,
    accepts: (value) =>
      isMadeUpWord(value) ||
      isMadeUpCode(
        value,
        inCell(false, () => true),
      ),
    finds: "use ci-bot:{a} for basic auth on the proxy",
    leaves: "use user:password for basic auth on the proxy",
  },
  // Two words with the same beginning are names of the same kind of thing, and not user and password: `rssMax` /
  // `rssP95`.
  {
    words: "`␣/␣` `/` `␣:␣` `:`",
    as: SAID,
    secret: /(?<=`([\w.@+-]{2,3})[\w.@+-]{0,61}` ?[/:] ?`)(?!\1)(?<value>[^\s`]{8,80})(?=`)/dy,
    accepts: isMadeUpWord,
    finds: "Use `bob` / `{a}` to log in",
    leaves: "`foo` / `bar2Baz`",
  },
  {
    words: "␣pw␣",
    as: SAID,
    secret: pattern("dy")`
      \s{0,8}(?:(?:is|was|are)(?: now)?:? |[:=] ?)?["'\x60*]{0,2}(?<value>[^\s"'\x60<>(){}]{8,80}?)
      ["'\x60*]{0,2}[.,;)]{0,2}(?:\s|$)
    `,
    accepts: isMadeUpWord,
    finds: "user is root pw {a}.",
    leaves: "the pw is wrong",
  },
  // The texts with which programs print a password that they made.
  {
    words: "new␣value:",
    as: PRINTED,
    secret: /(?<=password[^\0]{0,120}new value:) (?<value>[A-Za-z0-9*_=+-]{12,64})\s/diy,
    finds: "Password for the [elastic] user successfully reset.\nNew value: {t}\n",
    leaves: "The new value: 12 (was 11)\n",
  },
  // Spring's log of its settings at the level of debugging.
  {
    words: "with␣value␣of␣type␣string:",
    as: PRINTED,
    secret: /(?<=key '[^'\n]{0,80}(?:password|passphrase|secret|token)' [^\n]{1,120} String:) (?<value>\S{4,128})/diy,
    accepts: isSet,
    finds: "Found key 'spring.datasource.password' in PropertySource 'x' with value of type String: {d}\n",
    leaves: "Found key 'spring.datasource.password' in PropertySource 'x' with value of type String: ******\n",
  },
  {
    words: "to␣installation:",
    as: PRINTED,
    secret: /(?<=password[^\0]{0,160}to installation:)\s{1,6}(?<value>[0-9a-f]{32})\s/diy,
    finds: "Please use the following password to proceed to installation:\n\n{x}\n\n",
    leaves: "Please use the following password to proceed to installation:\n\n***\n\n",
  },
  {
    words: "initial-password",
    as: PRINTED,
    secret: /(?<=argocd [^\n]{0,40}initial-password)[^\n]{0,80}\n(?<value>[A-Za-z0-9-]{12,64})\r?\n/dy,
    finds: "$ argocd admin initial-password -n argocd\n{t}\n",
    leaves: "$ argocd admin initial-password -n argocd\nnone\n",
  },
  {
    words: "this␣password␣must␣be",
    as: PRINTED,
    secret: /(?<=(?:^|\n)(?<value>[A-Za-z0-9-]{12,64})\s{1,6}This password must be) (?:only|changed|used)\b/dy,
    finds: "{t}\n\n This password must be only used for first time login.\n",
    leaves: "Choose one with care.\n\n This password must be changed soon.\n",
  },
];

/** The anchors of `findSaid`. */
export const SAID_WORDS = wordsOfRows(SAID_ROWS);

/** Finds passwords in the sentences of a person, or of the program that made them. */
export const findSaid = wordReader(SAID_ROWS);
