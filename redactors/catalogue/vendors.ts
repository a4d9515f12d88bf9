/**
 * Names of services that hand out keys without a prefix. In a key they make a weak word strong:
 * `algolia_key`, `DATADOG_APP_KEY`, `asanaClientId`.
 */
const VENDORS =
  "aws amazon gcp google azure github gitlab slack stripe twilio sendgrid mailgun mailchimp datadog algolia asana adobe adafruit airtable";

let known: ReadonlySet<string> | undefined;

export function isVendor(word: string): boolean {
  known ??= new Set(VENDORS.split(" "));
  return known.has(word);
}
