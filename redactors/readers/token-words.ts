import { pattern } from "../../kit/word-pattern.ts";
import { isPlaceholder } from "../judge/placeholder.ts";
import { isRandom } from "../judge/is-random.ts";
import { isInBlob } from "./blob.ts";
import { wordReader, wordsOfRows, type Row } from "./word-reader.ts";

const anything = (): boolean => true;

/** The text between an anchor for a cloud's id and the id: the rest of the name, an operator and a quote. */
const OF_CLOUD = String.raw`(?:_?id)?\\?["']?\]?\s{0,3}(?:=>|:=|[:=])\s{0,3}\\?["']?`;

/** The rows, each of which has a text in `test/unit/redactors/kinds` that no other row finds. */
export const TOKEN_ROWS: readonly Row[] = [
  // Twilio's token, behind the account's id, which begins with `AC`.
  [
    "'ac \"ac",
    ["twilio-token", "twilio-token", "high"],
    /(?:["']\s?\+\s?["'])?[0-9a-f]{32}["'], {0,3}["'](?<value>[0-9a-f]{32})(?=["'])/dy,
    () => true,
  ],
  // In a line of /etc/shadow the field behind the user's name is the hash, in whatever format.
  [
    ":99999:",
    ["password-hash", "password-hash", "high"],
    /(?<=(?:^|[\s"'])[a-z_][\w.-]{0,31}:!?(?<value>[./0-9A-Za-z$=,]{13,256}):\d{4,6}:\d{0,6}:99999:)/dy,
    anything,
  ],
  // An answer in NTLMv2 has two parts: a field with the proof, and a second field that begins like this.
  [
    ":0101000000000000",
    ["password-hash", "ntlm", "high"],
    pattern("dyi")`
      (?<=[\w.$-]{1,64}::[\w.-]{0,64}:[0-9a-f]{16}:(?<head>[0-9a-f]{32}):0101000000000000)(?<value>[0-9a-f]{16,4096})
    `,
    anything,
  ],
  // A line of Windows' accounts ends like this; the user's two digests stand before it.
  [
    ":::",
    ["password-hash", "sam-hash", "high"],
    /(?<=(?:^|[\s"'\\])[^\s:"']{1,64}:\d{1,10}:(?<value>[0-9a-fA-F]{32}:[0-9a-fA-F]{32}):::)/dy,
    anything,
  ],
  // A token of a Telegram bot, behind the bot's number. Hardly anything else has this form, so a token may also be a
  // row of letters.
  [
    ":a",
    ["telegram-token", "telegram-token", "high"],
    /(?<=(?<head>\d{5,16}):A)(?<value>[\w-]{33,36})(?![\w-])/dy,
    (value) =>
      (isRandom(`A${value}`) || /([A-WYZa-wyz])\1{7}|abcdef|ABCDEF/.test(value)) && !isPlaceholder(`A${value}`),
  ],
  // A bearer token of an application for Twitter. It holds a second row of `A`, percent-encoded.
  [
    "aaaaaaaaaaaaaaaaaaaaa",
    ["twitter-bearer", "twitter-bearer", "high"],
    /(?<=(?<!A)(?<head>A{21}))(?<value>A{0,3}[A-Za-z0-9%]{50,110})(?![A-Za-z0-9%])/dy,
    (value, text, start) => new Set(value).size >= 19 && !isInBlob(text, start, start + 21 + value.length),
  ],
  // A token of Azure DevOps. Most of the token stands before the anchor.
  [
    "azdo",
    ["azure-devops-token", "azure-devops-token", "high"],
    /(?<=(?<![A-Za-z0-9])(?<head>[A-Za-z0-9]{75,77})AZDO)(?<value>[A-Za-z0-9]{4})(?![A-Za-z0-9])/dy,
    anything,
  ],
  // The address at which GitLab takes mails as issues holds the token of the person.
  [
    "-issue@incoming.",
    ["gitlab-incoming-mail-token", "gitlab-incoming-mail-token", "high"],
    /(?<=\bincoming\+[\w.-]{1,120}-(?<value>[a-z0-9]{20,26})-issue@incoming\.)/dy,
    (value) => isRandom(value),
  ],
  // Keys of Azure's registries and databases, and of Google's messages: the anchor is inside the key. For Nix, the
  // anchor is a key's name before the key.
  [
    "+acr",
    ["azure-container-registry-key", "azure-container-registry-key", "high"],
    /(?<=(?<![A-Za-z0-9+/])(?<head>[A-Za-z0-9+/]{42})\+ACR)(?<value>[A-Za-z0-9+/]{6})(?![A-Za-z0-9+/=])/dy,
    anything,
  ],
  [
    "acdb",
    ["azure-database-key", "azure-database-key", "high"],
    /(?<=(?<![A-Za-z0-9+/])(?<head>[A-Za-z0-9+/]{76})ACDb)(?<value>[A-Za-z0-9+/]{6}==)(?![A-Za-z0-9+/=])/dy,
    anything,
  ],
  [
    ":apa91b",
    ["firebase-server-key", "firebase-server-key", "high"],
    /(?<=(?<![\w-])(?<head>[\w-]{7,20}):APA91b)(?<value>[\w-]{120,180})(?![\w-])/dy,
    anything,
  ],
  [
    "-1:",
    ["nix-signing-key", "nix-signing-key", "high"],
    /(?<=(?<![\w.-])[\w.-]{2,60}-1:)(?<value>[A-Za-z0-9+/]{86}==)(?![A-Za-z0-9+/=])/dy,
    (value) => isRandom(value),
  ],
  // An account's id gives no access alone, but it is half of a login, and scanners report it. A `low` finding is
  // redacted in outputs and messages, and never in arguments.
  [
    "aws_account awsaccount aws-account",
    ["aws-account-id", "aws-account-id", "low"],
    pattern("dyi")`${OF_CLOUD}(?<value>(?!1234-?5678-?9012)\d{4}-?\d{4}-?\d{4})(?![\w-])`,
    anything,
  ],
  [
    "azure_client azureclient azure_tenant azuretenant ad_tenant adtenant arm_client arm_tenant",
    ["azure-id", "azure-id", "low"],
    pattern("dyi")`${OF_CLOUD}(?<value>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w-])`,
    anything,
  ],
];

/** The anchors of `findTokenBeside`. */
export const TOKEN_WORDS = wordsOfRows(TOKEN_ROWS);

/** Finds tokens, hashes and ids whose anchor is before, behind or inside them. */
export const findTokenBeside = wordReader(TOKEN_ROWS);
