/** @file Secrets in the settings of servers, in what servers print, and in the states of tools. */

import { isRandom } from "../../judge/is-random.ts";
import { PAIRED, type Row } from "../word-reader.ts";

export const SERVER_ROWS: readonly Row[] = [
  // Files of a mail server's users, which name the way of encryption before the password.
  {
    words: "{plain} {plain-text} {cleartext} {clear}",
    as: PAIRED,
    secret: /(?<value>[^\s:"'\x60<>{}]{4,128})(?=[\s:"'\x60<]|$)/dy,
    finds: "bob@acme.test:{PLAIN}{e}:1000:1000::/home/bob::\n",
    leaves: "bob:{plain}pass:1000:1000::/home/bob\n",
  },
  // What nodes of Erlang show each other, and a secret that a step of Azure's pipelines hands to the next steps.
  {
    words: "-setcookie␣",
    as: PAIRED,
    secret: /["']?(?<value>[\w.+/=!@#%^&*~-]{6,255})(?=["'\s]|$)/dy,
    finds: "-name shop@db1\n-setcookie {t}\n",
    leaves: "erl -name shop -setcookie $COOKIE\n",
  },
  {
    words: "issecret=true]",
    as: PAIRED,
    secret: /(?<=##vso\[task\.setvariable [^\]\n]{0,160}\])(?<value>[^\s"'\x60]{4,512})/diy,
    finds: "##vso[task.setvariable variable=DeployKey;issecret=true]{t}\n",
    leaves: "##vso[task.setvariable variable=DeployKey;issecret=true]$(KEY)\n",
  },
  {
    words: "stats␣auth␣",
    as: PAIRED,
    secret: /[\w.-]{1,64}:(?<value>\S{4,128})(?=\s|$)/dy,
    finds: "  stats auth admin:{a}\n",
    leaves: "  stats auth <user>:<password>\n",
  },
  {
    words: "␣login=",
    as: PAIRED,
    secret: /(?<=\bcache_peer [^\n]{1,70} login=)[\w.@-]{1,64}:(?<value>\S{4,128})(?=\s|$)/dy,
    finds: "cache_peer proxy.acme.io parent 3128 0 login=anna:{d}\n",
    leaves: "cache_peer proxy.acme.io parent 3128 0 login=*:password\n",
  },
  // Settings of Redis whose names are more than one word, and a setting that its prompt shows as two lines.
  {
    words: "sentinel␣auth-pass␣",
    as: PAIRED,
    secret: /(?:\{\{[^{}\n]{1,64}\}\}|[^\s{]\S{0,63}) ["']?(?<value>[^\s"']{4,128})/dy,
    finds: "sentinel auth-pass {{ master }} {w}\n",
    leaves: "sentinel auth-pass {{ master_name }} {{ password }}\n",
  },
  {
    words: "sentinel-pass␣ key-file-pass␣ set␣requirepass␣ set␣masterauth␣",
    as: PAIRED,
    secret:
      /(?<=(?:^|\n|> ?)[ \t]{0,8}(?:(?:sentinel|config) |tls-(?:client-)?)\S{1,20} (?:\S{1,64} )?)["']?(?<value>[^\s"']{4,128})/diy,
    finds: "tls-key-file-pass {w}\n",
    leaves: "tls-key-file-pass <password>\n",
  },
  {
    words: "get␣requirepass get␣masterauth",
    as: PAIRED,
    secret: /["']?\r?\n["']?(?:requirepass|masterauth)["']?\r?\n["']?(?<value>[^\s"']{4,128})/dy,
    finds: "$ redis-cli config get requirepass\nrequirepass\n{w}\n",
    leaves: "$ redis-cli config get requirepass\nrequirepass\n\n",
  },
  {
    words: "␣on␣#",
    as: ["password-hash", "password-hash", "high"],
    secret: /(?<=\b(?:user|setuser) \S{1,64} on #)(?<value>[0-9a-f]{64})/diy,
    finds: "user app on #{x}{x} ~* +@all\n",
    leaves: "the light is on #12\n",
  },
  // Redis' list of users. The row below is for its prompt.
  {
    words: "␣on␣> ␣on␣'> ␣on␣\">",
    as: PAIRED,
    secret: /(?<=\b(?:user|setuser) \S{1,64} on ["']?>)(?<value>[^\s"']{4,128})(?=["'\s]|$)/diy,
    finds: "user app on >{a} ~* +@all\n",
    leaves: "user app on >password ~* +@all\n",
  },
  {
    words: ">␣auth␣",
    as: PAIRED,
    secret: /(?<=(?:^|\n)[\w.-]{1,60}:\d{2,5}(?:\[\d{1,4}\])?> auth )(?:\w{1,64} )?(?<value>\S{4,128})(?=\s|$)/diy,
    finds: "127.0.0.1:6379> auth {a}\n",
    leaves: "127.0.0.1:6379> auth <password>\n",
  },
  {
    words: "auth␣default␣",
    as: PAIRED,
    secret: /(?<=(?:^|[\n"'`>] {0,3})auth default )(?<value>[^\s"'`]{4,128})(?=["'`\s]|$)/diy,
    finds: "AUTH default {a}",
    leaves: "auth default <password>",
  },
  {
    words: 'random_password"',
    as: PAIRED,
    secret: /[^\0]{0,1200}?(?:\\?"result\\?":|\sresult\s{1,12}=)\s{0,3}\\?"(?<value>[^"\\\n]{8,128})(?=\\?")/dy,
    finds: 'resource "random_password" "db" {\n  length = 20\n  result = "{a}"\n}\n',
    leaves: 'resource "random_password" "db" {\n  length = 20\n}\n',
  },
  {
    words: '"key":␣"value" "key":"value"',
    as: ["api-key", "keyed-api-key", "medium"],
    secret: /\s{0,3},\s{0,40}"value":\s{0,3}"(?<value>[^"\\\n]{12,256})"/dy,
    accepts: (value) => isRandom(value),
    finds: '[{"key": "value", "value": "{t}"}]',
    leaves: '[{"key": "value", "value": "application/json"}]',
  },
  // A secret in Azure's vault, whose id holds the secret's name. The row below is for Postfix' passwords of servers.
  {
    words: "vault.azure.net/secrets/",
    as: PAIRED,
    secret: /[^"\n]{1,160}"[^{}]{0,400}?"value":\s{0,3}"(?<value>[^"\\\n]{4,256})"/dy,
    finds: '{"id": "https://kv.vault.azure.net/secrets/db/1", "value": "{a}"}',
    leaves: '{"id": "https://kv.vault.azure.net/secrets/db/1", "value": ""}',
  },
  {
    words: "]:25␣ ]:465␣ ]:587␣",
    as: PAIRED,
    secret: /[\w.@+-]{1,80}:(?<value>\S{4,128})(?=\s|$)/dy,
    finds: "[smtp.acme.test]:587 jo:{a}\n",
    leaves: "[smtp.acme.test]:587 jo@acme.test\n",
  },
];
