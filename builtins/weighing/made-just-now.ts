import { pattern } from "../../kit/word-pattern.ts";
import { shellArguments } from "../../shell/shell-arguments.ts";
import type { ToolCall } from "./files-of-call.ts";

/** Commands that make a new secret and print it. */
const MAKES = pattern()`
  \bopenssl\s+rand\b|\buuidgen\b|\b(?:pwgen|apg|xkcdpass|diceware)\b|\bwg\s+gen(?:key|psk)\b|\bphx\.gen\.secret\b
  |\b(?:rails|rake)\s+secret\b|\bkey:generate\s+--show\b|\/dev\/u?random\b|\bsecrets\.token_\w+|\bSecureRandom\b
  |\brandom(?:Bytes|UUID)\(|\bget-random-password\b|\bhtpasswd\s+-\w*n|\bdjango\S*\s.*get_random_secret_key\b
  |\bgenerate-secret\b|\bFernet\.generate_key\b
`;

/**
 * The program with which a call makes a secret for this moment, as a person would name it; `undefined` if it makes
 * none. Where the same script reads anything else, what it prints may be that.
 */
export function makerOf({ toolInput }: ToolCall): string | undefined {
  const { scripts } = shellArguments(toolInput);
  if (scripts.length !== 1 || scripts[0]!.length > 1000 || READS.test(scripts[0]!)) return undefined;
  return MAKES.exec(scripts[0]!)?.[0].trim();
}

/** Files and stores whose content would be printed beside it. */
const READS =
  /(?:^|[|;&(]\s*)(?:cat|printenv|env|pass|op|vault|aws|gcloud|az|kubectl|gpg|sops|age)\s(?!\/dev\/u?random)/m;
