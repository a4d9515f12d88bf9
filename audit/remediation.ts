/**
 * Beginnings of kinds of secrets, separated by blanks, and the page where a secret of these kinds is revoked. The first
 * matching row is used.
 */
const PLACES: readonly (readonly [begins: string, where: string])[] = [
  ["github-app gith", "https://github.com/settings/tokens, or the organisation's or the app's settings"],
  ["gitlab", "https://gitlab.com/-/user_settings/personal_access_tokens, or the project's access tokens"],
  ["bitbucket atlassian", "https://id.atlassian.com/manage-profile/security/api-tokens"],
  ["aws amazon", "the IAM console: deactivate the key, look at CloudTrail for its use, then delete it"],
  [
    "gcp google private-key-json",
    "https://console.cloud.google.com/apis/credentials, for a service account its keys page",
  ],
  ["azure", "the Azure portal: rotate the storage account's key, or delete the app's client secret"],
  ["anthropic", "https://console.anthropic.com/settings/keys"],
  ["openai", "https://platform.openai.com/api-keys"],
  ["huggingface", "https://huggingface.co/settings/tokens"],
  ["groq", "https://console.groq.com/keys"],
  ["mistral", "https://console.mistral.ai/api-keys"],
  ["openrouter", "https://openrouter.ai/settings/keys"],
  ["replicate", "https://replicate.com/account/api-tokens"],
  ["npm", "https://www.npmjs.com/settings/~/tokens"],
  ["pypi", "https://pypi.org/manage/account/token/"],
  ["rubygems", "https://rubygems.org/profile/api_keys"],
  ["cargo", "https://crates.io/settings/tokens"],
  ["nuget", "https://www.nuget.org/account/apikeys"],
  ["docker", "https://app.docker.com/settings/personal-access-tokens"],
  ["slack incoming-webhook", "https://api.slack.com/apps: the app's tokens, or its incoming webhooks"],
  ["discord", "https://discord.com/developers/applications, a webhook in its channel's settings"],
  ["telegram", "@BotFather: /revoke"],
  ["stripe", "https://dashboard.stripe.com/apikeys: roll the key"],
  ["twilio", "https://console.twilio.com: API keys and tokens"],
  ["sendgrid", "https://app.sendgrid.com/settings/api_keys"],
  ["mailgun", "https://app.mailgun.com/settings/api_security"],
  ["shopify", "the shop's admin: apps and sales channels, develop apps"],
  ["square", "https://developer.squareup.com/apps"],
  ["paypal braintree", "https://developer.paypal.com/dashboard/applications"],
  ["cloudflare", "https://dash.cloudflare.com/profile/api-tokens"],
  ["digitalocean", "https://cloud.digitalocean.com/account/api/tokens"],
  ["heroku", "https://dashboard.heroku.com/account"],
  ["vercel", "https://vercel.com/account/tokens"],
  ["netlify", "https://app.netlify.com/user/applications"],
  ["fly", "fly tokens revoke"],
  ["supabase", "https://supabase.com/dashboard/account/tokens"],
  ["databricks", "the workspace's settings: developer, access tokens"],
  ["grafana", "Grafana: administration, service accounts"],
  ["sentry", "https://sentry.io/settings/auth-tokens/"],
  ["datadog", "https://app.datadoghq.com/organization-settings/api-keys"],
  ["new-relic", "https://one.newrelic.com/api-keys"],
  ["vault hashicorp", "vault token revoke"],
  ["terraform", "https://app.terraform.io/app/settings/tokens"],
  ["pulumi", "https://app.pulumi.com/account/tokens"],
  ["tailscale", "https://login.tailscale.com/admin/settings/keys"],
  ["1password", "https://my.1password.com: developer, service accounts"],
  ["notion", "https://www.notion.so/my-integrations"],
  ["linear", "https://linear.app/settings/api"],
  ["figma", "https://www.figma.com/settings: security, personal access tokens"],
  ["airtable", "https://airtable.com/create/tokens"],
  ["asana", "https://app.asana.com/0/my-apps"],
  ["dropbox", "https://www.dropbox.com/developers/apps"],
  ["postman", "https://go.postman.co/settings/me/api-keys"],
  ["circleci", "https://app.circleci.com/settings/user/tokens"],
  ["buildkite", "https://buildkite.com/user/api-access-tokens"],
  ["sonar", "the server's account page: security, tokens"],
  ["snyk", "https://app.snyk.io/account"],
];

/** Beginnings of kinds of secrets that cannot be revoked on a vendor's page, and advice for each. */
const ADVICE: readonly (readonly [begins: string, advice: string])[] = [
  [
    "private-key pgp age-key wireguard ssh",
    "Make a new key pair, and take the public key away wherever it is trusted.",
  ],
  [
    "url-password database mysql postgres mongo connection",
    "Change the password of that user on the server, then look at who connected.",
  ],
  ["password-hash", "Treat the password behind it as known, and change it."],
  ["password basic-auth command-password", "Change the password, everywhere it is used."],
  [
    "jwt authorization cookie token-url",
    "End the session that it belongs to; if it does not end, rotate the key that signs.",
  ],
  [
    "seed-phrase bitcoin extended-private stellar",
    "Move the funds to a new wallet at once: whoever read it can take them.",
  ],
  [
    "email phone card iban ssn",
    "Take it out where nobody needs it, and out of the history where others can read that.",
  ],
  ["kubernetes", "Rotate what the secret holds, then replace it in the cluster."],
];

/**
 * Advice about a secret of a kind, in sentences. The advice is never only to delete the secret from the file, since the
 * history still contains the secret.
 */
export function remediation(kind: string): string {
  const where = PLACES.find(([begins]) => beginsWithAny(kind, begins))?.[1];
  if (where !== undefined) return `Revoke it: ${where}.`;
  return (
    ADVICE.find(([begins]) => beginsWithAny(kind, begins))?.[1] ??
    "Revoke it where it was issued, and keep the new one out of files."
  );
}

function beginsWithAny(kind: string, begins: string): boolean {
  return begins.split(" ").some((begin) => kind.startsWith(begin));
}
