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
  {
    words: "'ac \"ac",
    as: ["twilio-token", "twilio-token", "high"],
    secret: /(?:["']\s?\+\s?["'])?[0-9a-f]{32}["'], {0,3}["'](?<value>[0-9a-f]{32})(?=["'])/dy,
    accepts: () => true,
    finds: 'Client("AC" + "790a4d02d100c5026e04f6495db0157a", "{x}")',
    leaves: 'Client("AC adapter", "none")',
  },
  // Two tokens in one answer, of which the first one opens and the second one renews the first, as djangorestframework
  // and others name these.
  {
    words: '"refresh"',
    as: ["token", "token-pair", "medium"],
    secret: pattern("dy")`
      (?:(?<="access"\s{0,3}:\s{0,3}"[\w.~+/=-]{16,2048}",\s{0,40}"refresh")|
      (?=\s{0,3}:\s{0,3}"[\w.~+/=-]{16,2048}",\s{0,40}"access"))\s{0,3}:\s{0,3}"(?<value>[\w.~+/=-]{16,2048})"
    `,
    accepts: (value) => isRandom(value) && !isPlaceholder(value),
    finds: '{"access": "a-word-of-letters", "refresh": "{t}"}',
    leaves: '{"access": "read-and-write-all", "refresh": "every-fifteen-minutes"}',
  },
  {
    words: '"access"',
    as: ["token", "token-pair", "medium"],
    secret: pattern("dy")`
      (?:(?<="refresh"\s{0,3}:\s{0,3}"[\w.~+/=-]{16,2048}",\s{0,40}"access")|
      (?=\s{0,3}:\s{0,3}"[\w.~+/=-]{16,2048}",\s{0,40}"refresh"))\s{0,3}:\s{0,3}"(?<value>[\w.~+/=-]{16,2048})"
    `,
    accepts: (value) => isRandom(value) && !isPlaceholder(value),
    finds: '{"access": "{t}", "refresh": "a-word-of-letters"}',
    leaves: '{"access": "read-and-write-all", "refresh": "every-fifteen-minutes"}',
  },
  // The private key of an interface and the key that two peers share, as `wg show wg0 dump` prints these between tabs.
  // A public key stands in the field behind the first one, and before the second one.
  {
    words: "=\t",
    as: ["wireguard-key", "wireguard-dump", "high"],
    secret: pattern("dy")`
      (?<=(?<![A-Za-z0-9+/])(?<value>[A-Za-z0-9+/]{43}=)\t)(?:[A-Za-z0-9+/]{43}=\t\d{1,5}\t|
      (?:\(none\)|[\w.:[\]-]{3,64}:\d{1,5})\t(?:\(none\)|[\da-f.:]{2,40}\/\d{1,3}[\da-f.:/,]{0,400})\t\d)
    `,
    accepts: anything,
    finds: `{t}{a}Kq7Zm2Wp4=\t${"Hq3s8Vv0y2mYlNfKcPz6RjX1tB4eWdU7oGiA5bJrMkE="}\t51820\toff\n`,
    leaves: `${"Hq3s8Vv0y2mYlNfKcPz6RjX1tB4eWdU7oGiA5bJrMkE="}\t(none)\t203.0.113.9:51820\t10.8.0.2/32\t0\t0\t0\t25\n`,
  },
  // In a line of /etc/shadow the field behind the user's name is the hash, in whatever format.
  {
    words: ":99999:",
    as: ["password-hash", "password-hash", "high"],
    secret: /(?<=(?:^|[\s"'])[a-z_][\w.-]{0,31}:!?(?<value>[./0-9A-Za-z$=,]{13,256}):\d{4,6}:\d{0,6}:99999:)/dy,
    accepts: anything,
    finds: "bob:$y$j9T$5cy6sQGhxU5HMR${a}{t}:19000:0:99999:7:::\n",
    leaves: "bob:!:19000:0:99999:7:::\n",
  },
  // An answer in NTLMv2 has two parts: a field with the proof, and a second field that begins like this.
  {
    words: ":0101000000000000",
    as: ["password-hash", "ntlm", "high"],
    secret: pattern("dyi")`
      (?<=[\w.$-]{1,64}::[\w.-]{0,64}:[0-9a-f]{16}:(?<head>[0-9a-f]{32}):0101000000000000)(?<value>[0-9a-f]{16,4096})
    `,
    accepts: anything,
    finds: "bob::ACME:1122334455667788:{x}:0101000000000000{x}",
    leaves: "::0101000000000000 ",
  },
  // A line of Windows' accounts ends like this; the user's two digests stand before it.
  {
    words: ":::",
    as: ["password-hash", "sam-hash", "high"],
    secret: /(?<=(?:^|[\s"'\\])[^\s:"']{1,64}:\d{1,10}:(?<value>[0-9a-fA-F]{32}:[0-9a-fA-F]{32}):::)/dy,
    accepts: anything,
    finds: "bob:1001:{x}:{x}:::\n",
    leaves: "std::uint32_t foo::bar(int a):::\n",
  },
  // A token of a Telegram bot, behind the bot's number. Hardly anything else has this form, so a token may also be a
  // row of letters.
  {
    words: ":a",
    as: ["telegram-token", "telegram-token", "high"],
    secret: /(?<=(?<head>\d{5,16}):A)(?<value>[\w-]{33,36})(?![\w-])/dy,
    accepts: (value) =>
      (isRandom(`A${value}`) || /([A-WYZa-wyz])\1{7}|abcdef|ABCDEF/.test(value)) && !isPlaceholder(`A${value}`),
    finds: "bot 123456789:A{t}{a} is up",
    leaves: "at 12:45:A quarter to one",
  },
  // A bearer token of an application for Twitter. It holds a second row of `A`, percent-encoded.
  {
    words: "aaaaaaaaaaaaaaaaaaaaa",
    as: ["twitter-bearer", "twitter-bearer", "high"],
    secret: /(?<=(?<!A)(?<head>A{21}))(?<value>A{0,3}[A-Za-z0-9%]{50,110})(?![A-Za-z0-9%])/dy,
    accepts: (value, text, start) => new Set(value).size >= 19 && !isInBlob(text, start, start + 21 + value.length),
    finds: "AAAAAAAAAAAAAAAAAAAAAA{t}{t}{a} worked",
    leaves: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  },
  // A token of Azure DevOps. Most of the token stands before the anchor.
  {
    words: "azdo",
    as: ["azure-devops-token", "azure-devops-token", "high"],
    secret: /(?<=(?<![A-Za-z0-9])(?<head>[A-Za-z0-9]{75,77})AZDO)(?<value>[A-Za-z0-9]{4})(?![A-Za-z0-9])/dy,
    accepts: anything,
    finds: "use {t}{t}{t}k4RAZDOLH47 please",
    leaves: "AZDO_ORG=acme\n",
  },
  // The address at which GitLab takes mails as issues holds the token of the person.
  {
    words: "-issue@incoming.",
    as: ["gitlab-incoming-mail-token", "gitlab-incoming-mail-token", "high"],
    secret: /(?<=\bincoming\+[\w.-]{1,120}-(?<value>[a-z0-9]{20,26})-issue@incoming\.)/dy,
    accepts: (value) => isRandom(value),
    finds: "incoming+acme-api-12345678-{i}-issue@incoming.acme.io",
    leaves: "incoming+acme-api-12345678-issue@incoming.acme.io",
  },
  // Keys of Azure's registries and databases, and of Google's messages: the anchor is inside the key. For Nix, the
  // anchor is a key's name before the key.
  {
    words: "+acr",
    as: ["azure-container-registry-key", "azure-container-registry-key", "high"],
    secret: /(?<=(?<![A-Za-z0-9+/])(?<head>[A-Za-z0-9+/]{42})\+ACR)(?<value>[A-Za-z0-9+/]{6})(?![A-Za-z0-9+/=])/dy,
    accepts: anything,
    finds: "Please rotate {t}{a}Kq7Zm2Wp+ACRSef4d7 now",
    leaves: "x+ACR1",
  },
  {
    words: "acdb",
    as: ["azure-database-key", "azure-database-key", "high"],
    secret: /(?<=(?<![A-Za-z0-9+/])(?<head>[A-Za-z0-9+/]{76})ACDb)(?<value>[A-Za-z0-9+/]{6}==)(?![A-Za-z0-9+/=])/dy,
    accepts: anything,
    finds: "k {t}{t}{t}k4RtACDbETYAGV== ok",
    leaves: "ACDb-file",
  },
  {
    words: ":apa91b",
    as: ["firebase-server-key", "firebase-server-key", "high"],
    secret: /(?<=(?<![\w-])(?<head>[\w-]{7,20}):APA91b)(?<value>[\w-]{120,180})(?![\w-])/dy,
    accepts: anything,
    finds: "{a}:APA91b{t}{t}{t}{t}{t} ok",
    leaves: "foo:APA91bX",
  },
  {
    words: "-1:",
    as: ["nix-signing-key", "nix-signing-key", "high"],
    secret: /(?<=(?<![\w.-])[\w.-]{2,60}-1:)(?<value>[A-Za-z0-9+/]{86}==)(?![A-Za-z0-9+/=])/dy,
    accepts: (value) => isRandom(value),
    finds: "cache.acme.io-1:{t}{t}{t}k4Rt7uK2mW9xQa==",
    leaves: "v-1: text",
  },
  // An account's id gives no access alone, but it is half of a login, and scanners report it. A `low` finding is
  // redacted in outputs and messages, and never in arguments.
  {
    words: "aws_account awsaccount aws-account",
    as: ["aws-account-id", "aws-account-id", "low"],
    secret: pattern("dyi")`${OF_CLOUD}(?<value>(?!1234-?5678-?9012)\d{4}-?\d{4}-?\d{4})(?![\w-])`,
    accepts: anything,
    finds: "aws_account_id = {n}\n",
    leaves: "aws_account_id = 123456789012\n",
  },
  {
    words: "azure_client azureclient azure_tenant azuretenant ad_tenant adtenant arm_client arm_tenant",
    as: ["azure-id", "azure-id", "low"],
    secret: pattern("dyi")`${OF_CLOUD}(?<value>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w-])`,
    accepts: anything,
    finds: "azure_tenant_id = {u}\n",
    leaves: "azure_client_id = <id>\n",
  },
];

/** The anchors of `findTokenBeside`. */
export const TOKEN_WORDS = wordsOfRows(TOKEN_ROWS);

/** Finds tokens, hashes and ids whose anchor is before, behind or inside them. */
export const findTokenBeside = wordReader(TOKEN_ROWS);
