type RunRule = readonly [kind: string, shape: RegExp, near?: RegExp | undefined, rule?: string];

let rules: readonly RunRule[] | undefined;
let anyShape: RegExp | undefined;

/**
 * The least characters of a run that can have one of the shapes. Hexadecimal digits up to the length `LONGEST_DIGEST`
 * are the hash of a commit.
 */
const LEAST = 26;
const LONGEST_DIGEST = 40;
const DIGEST = /^[0-9a-f]+$/;

/**
 * The rule whose shape a whole run has; `undefined` if there is none. First one pattern for all shapes is tested. V8
 * compiles it in a fifth of the time that the single patterns take, and hardly any run matches.
 */
export function runRuleOf(run: string): RunRule | undefined {
  if (run.length < LEAST || (run.length <= LONGEST_DIGEST && DIGEST.test(run))) return undefined;
  anyShape ??= new RegExp(
    runRules()
      .map(([, shape]) => shape.source)
      .join("|"),
  );
  return anyShape.test(run) ? runRules().find(([, shape]) => shape.test(run)) : undefined;
}

/** Whether the findings of some token format without a prefix have this rule. */
export function isRunRule(rule: string): boolean {
  return runRules().some(([kind, , , name = kind]) => name === rule);
}

/**
 * Token formats without a prefix, or with a prefix that is too short for an anchor: the kind, the shape of a whole run,
 * and a word that must stand nearby. The table is made at the first use, since V8 parses a pattern as soon as it is
 * made.
 */
function runRules(): readonly RunRule[] {
  return (rules ??= [
    ["ethereum-key", /^0x[0-9a-fA-F]{64}$/, /wallet|private.?key|secp256k1|mnemonic|keystore/i],
    ["airtable-token", /^pat[A-Za-z0-9]{14}\.[0-9a-f]{64}$/],
    ["discord-token", /^[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,42}$/],
    ["okta-token", /^00[A-Za-z0-9_-]{40}$/, /okta|ssws/i],
    ["bitwarden-token", /^0\.[0-9a-f-]{36}\.[A-Za-z0-9]{30}$/],
    ["vault-token", /^s\.[A-Za-z0-9]{24}$/],
    ["truenas-key", /^\d{1,2}-[A-Za-z0-9]{64}$/],
    ["terraform-cloud-token", /^[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,80}$/],
    ["azure-ad-secret", /^[A-Za-z0-9_.~-]{3}\dQ~[A-Za-z0-9_.~-]{31,34}$/],
    ["uptimerobot-key", /^[um]r?\d{5,9}-[0-9a-f]{24}$/],
    ["mailchimp-key", /^[0-9a-f]{32}-us\d{1,2}$/],
    ["new-relic-license", /^(?:[a-z]{2}\d\dxx)?[0-9a-f]{26,36}(?:FFFF)?NRAL$/],
    ["optimizely-token", /^2:[A-Za-z0-9_-]{40,60}$/],
    ["stellar-seed", /^S[A-Z2-7]{55}$/],
    ["mailgun-key", /^[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}$/],
    ["azure-devops-token", /^[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}$/],
    ["azure-function-key", /^[\w-]{44}AzFu[\w-]{6}$/],
    ["azure-search-key", /^[A-Za-z0-9]{42}AzSe[A-Za-z0-9]{6}$/],
    ["azure-container-registry-key", /^[A-Za-z0-9]{42}ACR[A-Za-z0-9]{7}$/],
    ["bitcoin-wif", /^[KL][1-9A-HJ-NP-Za-km-z]{51}$/],
    ["ngrok-token", /^[12][A-Za-z0-9]{26}_\d[A-Za-z0-9]{20}$/],
    ["paypal-key", /^[AE][A-Za-z0-9_-]{79}$/, /paypal/i],
    ["twilio-sid", /^AC[0-9a-z]{32}$/],
    ["airtable-token", /^oaa[A-Za-z0-9]{14,20}\.v1\.[A-Za-z0-9_-]{10,80}\.[0-9a-f]{32,128}$/],
    ["maxmind-key", /^[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk$/],
    [
      "azure-devops-token",
      /^[a-z2-7]{52}$/,
      /dev\.azure|devops|vsts|visualstudio|(?:^|[^A-Za-z])pat(?![a-z])|personal.?access/i,
    ],
    ["facebook-secret", /^EAA[A-Za-z0-9]{60,400}$/],
    // A prefix with the number of a version, as services number the formats of their tokens and not those of ids.
    [
      "token",
      /^(?!sha|md\d|utf|ip[v4]|base|v\d)[a-z]{2,8}\d_(?:[a-z0-9]{1,8}_)?(?=[A-Za-z]{0,40}\d)(?=[a-z\d]{0,40}[A-Z])(?=[A-Z\d]{0,40}[a-z])[A-Za-z0-9]{20,80}$/,
      undefined,
      "versioned-token",
    ],
  ]);
}
