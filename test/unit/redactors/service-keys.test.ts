import { describe, expect, test } from "vitest";

import { listVendors } from "../../../redactors/rules/vendors.ts";
import { redactText } from "../../../redactors/with-detector.ts";
import { randomFrom, SEED } from "../../support/chance.ts";

const random = randomFrom(SEED);
const HEX = "0123456789abcdef";
const ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function chars(from: string, count: number): string {
  return Array.from({ length: count }, () => from[random(from.length)]).join("");
}

/** What services hand out. */
const VALUES: Readonly<Record<string, () => string>> = {
  "24 hex digits": () => chars(HEX, 24),
  "32 hex digits": () => chars(HEX, 32),
  "40 hex digits": () => chars(HEX, 40),
  "64 hex digits": () => chars(HEX, 64),
  "a UUID": () => [8, 4, 4, 4, 12].map((length) => chars(HEX, length)).join("-"),
  "24 letters and digits": () => chars(ALNUM, 24),
  "40 letters and digits": () => chars(ALNUM, 40),
  "32 small letters and digits": () => chars(ALNUM.slice(26), 32),
  "43 of base64url": () => `q${chars(`${ALNUM}-_`, 41)}7`,
};

const KNOWN = listVendors().filter((name) => name.length > 4);
/** Nobody has heard of them: the word for a key alone must do. */
const UNKNOWN = ["zorbly", "acmeflow", "quillbase", "mapstrom", "fretwork", "vexmail", "datumly", "kestrelio"];

type Spelling = (name: string, value: string) => string;
const title = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Ways to write a key down that name it as one. */
const WITH_WORD: Readonly<Record<string, Spelling>> = {
  "an environment line": (name, value) => `${name.toUpperCase()}_API_KEY=${value}`,
  "a shorter one": (name, value) => `${name.toUpperCase()}_KEY=${value}`,
  "JSON in camelCase": (name, value) => `{"${name}ApiKey": "${value}"}`,
  "JSON with a block": (name, value) => `{"${name}": {"key": "${value}"}}`,
  YAML: (name, value) => `${name}_token: ${value}`,
  "YAML with a block": (name, value) => `${name}:\n  key: ${value}\n`,
  "an INI section": (name, value) => `[${name}]\nkey = ${value}\n`,
  "a header": (name, value) => `X-${title(name)}-Key: ${value}`,
  curl: (name, value) => `curl -H "X-${title(name)}-Token: ${value}" https://api.${name}.test/v1`,
  "a flag": (name, value) => `run --${name}-key ${value} -v`,
  "a flag with =": (name, value) => `run --${name}-token=${value}`,
  "a constant": (name, value) => `const ${name}Key = '${value}';`,
  "a field": (name, value) => `${name}.api_key = "${value}"`,
  "an element": (name, value) => `<${name}ApiKey>${value}</${name}ApiKey>`,
  "an attribute": (name, value) => `<add key="${title(name)}Key" value="${value}" />`,
  prose: (name, value) => `the ${name} secret is ${value}`,
  "a query": (name, value) => `https://api.${name}.test/v1/x?api_key=${value}&y=1`,
  "a definition": (name, value) => `#define ${name.toUpperCase()}_KEY "${value}"`,
  "a manifest": (name, value) => `- name: ${name.toUpperCase()}_KEY\n  value: ${value}`,
  "a fallback": (name, value) => `const key = process.env.${name.toUpperCase()}_KEY || '${value}'`,
  "a Dockerfile": (name, value) => `FROM x\nENV ${name.toUpperCase()}_KEY ${value}\n`,
  "a property list": (name, value) => `<key>${title(name)}Key</key>\n<string>${value}</string>`,
};

/** Ways that name the service and nothing else. */
const WITH_NAME: Readonly<Record<string, Spelling>> = {
  "an assignment": (name, value) => `${name} = '${value}'`,
  JSON: (name, value) => `{"${name}": "${value}"}`,
  "a call": (name, value) => `${name}.init('${value}')`,
  "a table": (name, value) => `| ${name} | ${value} |`,
  "a log": (name, value) => `[INFO] calling ${title(name)}\n[DEBUG] Using Key=${value}`,
  announced: (name, value) => `${name} key ${value}`,
  "a dash": (name, value) => `${name} key - '${value}'`,
  "a client's id": (name, value) => `${name}.client_id = "${value}"`,
  "an element": (name, value) => `<${name}>${value}</${name}>`,
  "the line above": (name, value) => `${name}:\n  ${value}\n`,
  "an export": (name, value) => `export ${name.toUpperCase()}=${value}`,
};

/** Of twelve values each, the share that is gone: `{ "a flag": { "a UUID": 1 } }`. */
function weak(spellings: Readonly<Record<string, Spelling>>, names: readonly string[], least: number): string[] {
  return Object.entries(spellings).flatMap(([spelling, write]) =>
    Object.entries(VALUES).flatMap(([kind, make]) => {
      const gone = Array.from({ length: 12 }, () => make()).filter(
        (value) => !redactText(write(names[random(names.length)] as string, value), "plain").text.includes(value),
      ).length;
      return gone < least ? [`${spelling}, ${kind}: ${gone} of 12`] : [];
    }),
  );
}

describe("keys that no prefix gives away", () => {
  test("go wherever a word names them, whoever's they are", () => {
    expect(weak(WITH_WORD, UNKNOWN, 10)).toEqual([]);
    expect(weak(WITH_WORD, KNOWN, 10)).toEqual([]);
  });

  test("go behind the name of a service that is known", () => {
    // Without a word for a key, as many hex digits as a commit or a file has are its digest.
    expect(weak(WITH_NAME, KNOWN, 8).filter((cell) => !/ (?:40|64) hex/.test(cell))).toEqual([]);
  });

  test.each([
    ["a name in camelCase", (value: string) => `const SendGridToken = "${value}";`, () => chars(ALNUM, 30)],
    [
      "a name in two words",
      (value: string) => `MessageBirdClientID = "${value}"`,
      () => VALUES["a UUID"]!().toUpperCase(),
    ],
    ["an access id", (value: string) => `sumologic_access_id = "${value}"`, () => `su${chars(ALNUM, 9)}7x2`],
    [
      "a pair for packages",
      (value: string) => `BUNDLE_GEMS__CONTRIBSYS__COM: "${value}"`,
      () => `${chars(HEX, 8)}:${chars(HEX, 8)}`,
    ],
    [
      "both halves of an app's token",
      (value: string) => `facebook ${value}`,
      () => `${1 + random(9)}${chars("0123456789", 15)}|${chars(ALNUM, 20)}7q4x2z9`,
    ],
    [
      "a short one twice on its line",
      (value: string) => `luno token = '${value}' | '${value}'`,
      () => `${chars(ALNUM.slice(26), 4)}7${chars(ALNUM.slice(26), 3)}4x2q9`,
    ],
    [
      "a short one behind a dash",
      (value: string) => `luno key - ${value}`,
      () => `${chars(ALNUM.slice(26), 4)}7${chars(ALNUM.slice(26), 3)}4x2q9`,
    ],
    ["a bot's, of one letter", (value: string) => `bot ${value}`, () => `12345678${random(10)}:AA${"c".repeat(33)}`],
    [
      "a row of letters and digits",
      (value: string) => `cloudflare = '${value}'`,
      () => `${ALNUM.slice(26, 36)}${"0123456789".repeat(3)}`,
    ],
  ])("go whole: %s", (_name, write, make) => {
    const value = make();
    expect(redactText(write(value), "plain").text).toBe(write("[REDACTED]"));
  });

  const digest = chars(HEX, 32);
  const uuid = VALUES["a UUID"]!();
  test.each([
    `cacheKey = "${digest}"`,
    `primary_key: ${uuid}`,
    `const sortKey = '${digest}';`,
    `| ${"checksum"} | ${digest} |`,
    `zorbly = '${digest}'`,
    `shortcut: ${digest}`,
    `harness - ${uuid}`,
    `{stability: "development", examples: ["conv_5j66UpCpwteGg4YSxUnt7lPY"]}`,
    `kubectl get pods: grafana grafana-7d9c8b6f5-x2k4z running`,
    `see stripe.com/docs/${chars(ALNUM, 40)}`,
    `Cloudflare zone ${digest}`,
    `see the public key\n${"AAAAB3NzaC1yc2E"}${chars(ALNUM, 40)}\n`,
    `a.key\n${digest}  b.key\n`,
    `/** of the Amazon account */\nPassword: XmlStringMaxLen256;\nOneTimePassword: OTPCode;`,
    `export type AwsEc2SecurityGroupIpv6RangeList = AwsEc2SecurityGroupIpv6Range[];`,
    `Amazon Linux 2023 (recommended): amazonlinux-2023-x86_64`,
    `agent_id?: string | "notion_ai" | "33333333-3333-3333-3333-333333333333";`,
    `spotify track 4uLU6hMCjMI75M1A2tKUQC`,
    `openai: thread_9xK2pQ7wR2mN4vB8tY6u1Azx`,
    `auth0 user auth0|${digest.slice(0, 24)}`,
    `etherscan tx 0x${digest}${digest}`,
    `checkout: feature/payment-form-2024-redesign`,
    `zorbly client_id = "${digest}"`,
    `slack_client_id: clientId`,
    `password - must have 8 characters`,
    `key - 2024-01-01`,
    `mixpanel, cssId: "--oklch-rec2020"`,
    `see stripe.com\nGPG key: ${chars("0123456789ABCDEF", 40)}`,
    `docker pull x --signature stripe-sdk-1.13.0.tgz.sig`,
    `- algolia - ${uuid.slice(0, 8)}`,
    `calling stripe, trace: ${digest}`,
    `datadog: request = ${uuid}`,
    `"node_modules/algoliasearch": {\n  "integrity": "sha512-${chars(ALNUM, 86)}=="`,
    `mixpanel build: ${chars(HEX, 40)}`,
    `see key ${digest} of the map`,
    `if (token != "bearer") return;`,
    `axios.CancelToken = CancelToken$1;`,
    `"password": "passwordIncorrect"`,
    `<key>CFBundleIdentifier</key>\n<string>dev.acme.app</string>`,
    `- name: sort_key\n  value: created_at`,
    `github.com/acme/datadog-go v1.41.7 h1:${chars(ALNUM, 43)}=`,
    `github.com/acme/datadog-go v1.41.7/go.mod h1:${chars(ALNUM, 43)}=`,
    `github.com/hashicorp/nomad/api v0.0.0-20230124213148-${chars(HEX, 12)}/go.mod h1:${chars(ALNUM, 43)}=`,
    `provider "registry.example.org/hashicorp/mixpanel" {\n` +
      `  version = "5.31.0"\n` +
      "  hashes = [\n" +
      `    "h1:${chars(ALNUM, 43)}=",\n` +
      `    "zh:${chars(HEX, 64)}",`,
    `proto.RegisterFile("io/mixpanel/client/metrics.proto", fileDescriptor_${chars(HEX, 16)})`,
    `"__meta_digitalocean_vpc": model.LabelValue("${uuid}"),`,
    `digitalocean_droplet: "${uuid}"`,
    `"id": "openstack:${uuid}"`,
    `mixpanel:${uuid}`,
    `mixpanel,${uuid}`,
    `"id": "mixpanel:${digest}"`,
    `image: mixpanel:${chars(HEX, 40)}`,
    `name,sha256\nmixpanel,${chars(HEX, 64)}\n`,
    `id,name,ref\n7,mixpanel,${digest}\n`,
    `SPEC CHECKSUMS:\n  Algolia: ${chars(HEX, 40)}\n  Mixpanel: ${chars(HEX, 40)}\n`,
    `mixpanel = fetch { sha256 = "${chars("abcdfghijklmnpqrsvwxyz0123456789", 52)}"; }`,
    `<unit id="crowdin:${chars(HEX, 24)}" resname="index.hello">`,
    `grafana.dashboard.withUid('${chars(ALNUM, 22)}7x')`,
    `EngineVersion: aws.String("8.0.mysql_aurora.3.04.0"),`,
    `{ type: "azure-native:cloudngfw/v20220829:Rulestack" }, { type: ` +
      `"kubernetes:admissionregistration.k8s.io/v1beta1:Policy" }`,
    `hashMap.set('ansible', '${chars(HEX, 64)}');`,
    `[On YouTube](https://www.youtube.com/watch?list=PL${chars(ALNUM, 32)})`,
    `const MAIN_COINBASE = "0x${chars(HEX, 40)}";`,
    `Square = ${chars(HEX, 48)}`,
    `dropbox: abcdefghijklmnopqrstuvwxyz0123456789`,
  ])("stays: %s", (text) => expect(redactText(text, "plain").text).toBe(text));
});

describe("passwords and keys that a person made up", () => {
  const words = ["hope", "nobody", "finds", "this", "blue", "tiger", "river", "cloud", "paper", "stone"];
  const values: Readonly<Record<string, () => string>> = {
    "words run together": () => Array.from({ length: 5 }, () => words[random(words.length)]).join(""),
    "a word with digits and a sign": () =>
      `${words[random(words.length)]}${10 + random(90)}!${words[random(words.length)]}`,
    "both cases and digits": () =>
      `${chars(ALNUM.slice(0, 26), 3)}${chars("23456789", 3)}${chars(ALNUM.slice(26, 52), 4)}`,
  };
  const names = [
    "db_pass",
    "password",
    "userPassword",
    "passwd",
    "api_key",
    "auth_key",
    "db_key",
    "database_key",
    "service_key",
    "priv_key",
    "private_key",
    "client_key",
    "contraseña",
    "secret",
  ];
  const spellings: readonly Spelling[] = [
    (name, value) => `${name} = "${value}"`,
    (name, value) => `"${name}": "${value}",`,
    (name, value) => `${name} := '${value}'`,
    (name, value) => `if (${name} != "${value}") {`,
    (name, value) => `char ${name}[25] = "${value}";`,
    (name, value) => `config["${name}"] = "${value}"`,
  ];

  test("go in quotes, under every name for one", () => {
    const left = Object.entries(values).flatMap(([kind, make]) =>
      names.flatMap((name) =>
        spellings.flatMap((write, at) => {
          const value = make();
          return redactText(write(name, value), "plain").text.includes(value)
            ? [`${kind}, ${name}, ${at}: ${value}`]
            : [];
        }),
      ),
    );
    expect(left).toEqual([]);
  });
});
