import { ASKS, HASHED, NO_PASSWORD, ORDINALS, PARTS_OF_PASSWORD, PASSWORD, PASSWORDS } from "./telling-words.ts";
import { isTranslated } from "./translated.ts";
import type { Judgement, WordRule } from "./word-rule.ts";

const PASSWORD_NAME: Judgement = { strength: "password", kind: "password" };

/** The rules for words that mean a password. */
export const PASSWORD_WORD_RULES: readonly WordRule[] = [
  // Contribsys hands out a user and a password as one value, whatever its name.
  {
    name: "password of Contribsys",
    holds: ({ words }) => words.includes("contribsys"),
    verdict: PASSWORD_NAME,
    decides: "contribsys_id",
    spares: "sidekiq_id",
  },
  // `ask-password` is a switch and `NO_PASSWORD` an error: no secrets.
  {
    name: "asks for a password",
    holds: ({ word, before }) => isPassword(word) && ASKS.has(before),
    verdict: "none",
    decides: "ask_password",
    spares: "db_password",
  },
  {
    name: "password",
    holds: ({ word }) => isPassword(word),
    verdict: PASSWORD_NAME,
    decides: "db_password",
    spares: "db_user",
  },
  // Two words that mean a password: `pass_phrase`, `bind_credentials`.
  {
    name: "password in two words",
    holds: ({ word, before }) => PARTS_OF_PASSWORD.get(before)?.test(word) ?? false,
    verdict: PASSWORD_NAME,
    decides: "bind_creds",
    spares: "find_creds",
  },
  {
    name: "hash of a password",
    holds: ({ word, before }) => HASHED.has(word) && (isPassword(before) || before === "pass"),
    verdict: { strength: "secret", kind: "password-hash" },
    decides: "password_hash",
    spares: "file_hash",
  },
  {
    name: "pass",
    holds: ({ word, before }) => word === "pass" && !NO_PASSWORD.has(before) && !ORDINALS.has(before),
    verdict: PASSWORD_NAME,
    decides: "db_pass",
    spares: "by_pass",
  },
];

/** Whether a word means a password. V8 needs 1 ms for the pattern, so the pattern runs only on words that may match. */
function isPassword(word: string): boolean {
  const mayFit = word.includes("pass") || word.includes("pw") || word.includes("psw");
  return (
    (PASSWORDS.has(word) || isTranslated(word) || (mayFit && PASSWORD.test(word))) &&
    !/^(?:your|remember|no(?=pass|pw))/.test(word)
  );
}
