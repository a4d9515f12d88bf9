import { toWords } from "../../kit/words.ts";

/**
 * Names of services that issue keys without a prefix. With such a name, a name that is otherwise a hint means a secret
 * (`algolia_key`, `DATADOG_APP_KEY`), and a random value behind the service's name is its key (`cloudflare: …`).
 */
const VENDORS =
  "1password adafruit adobe adyen airbrake airtable akamai alchemy algolia algoliasearch alibaba alibabacloud " +
  "aliyun alphavantage amazon amplitude ansible anthropic anypoint appsflyer appveyor artifactory asana " +
  "assemblyai atlassian auth0 authress avaza aws azure azuredevops azureopenai bamboo beamer betterstack " +
  "bigcommerce binance bitbucket bitfinex bitly bittrex bitwarden blazemeter blocknative braintree browserstack " +
  "budibase bugherd bugsnag buildkite bybit calendly cannyio canva circleci cisco clarifai clickhouse clickup " +
  "cliengo cloudant cloudflare cloudfront cloudinary cloudsmith coda codacy codeclimate codecov cognito cohere " +
  "coinbase coinlib coinmarketcap collect2 commercejs confluence confluent consul contentful contentstack " +
  "contribsys convertapi couchbase coveralls crowdin databricks datadog datastax debounce deepgram deepseek " +
  "digitalocean discord disqus ditto docker dockerhub docusign doppler droneci dropbox duffel dwolla dynatrace " +
  "eagleeyenetworks easypost ebay ecostruxure elastic elasticsearch elevenlabs etherscan etsy eventbrite " +
  "everhour exoscale facebook fastly figma findl finicity finnhub firebase flatio flickr flutterwave formcraft " +
  "foursquare freshbooks freshdesk fullstory gcp gemini giphy gitea github gitlab gitter glassnode gocardless " +
  "godaddy google grafana groq hashicorp helpscout heroku hetzner hiveage honeycomb hotjar hubspot huggingface " +
  "ibm ibmcloud imagekit imgur infobip infura insightly instagram intercom interseller intra42 ipinfo ipstack " +
  "iterable jenkins jfrog jira jumpcloud kafka karmacrm keycloak kibana klaviyo kontent kraken kubernetes " +
  "kucoin kylas langchain langfuse langsmith lastfm lastpass launchdarkly ldap linkedin linode locationiq " +
  "logdna loggly loginradius logz lokalise looker lunchmoney luno magento mailchimp mailerlite mailersend " +
  "mailgun mailjet mandrill mapbox mapquest marketo mattermost maxmind meraki messagebird metrilo microsoft " +
  "midtrans mistral mixmax mixpanel mockaroo mollie mongodb moosend msteams mux myintervals nasdaq netlify " +
  "netsuite newrelic newsapi nexmo ngrok nomad npm nuget nvidia nytimes oanda okta onelogin onesignal openai " +
  "opencage openrouter openshift openstack openvpn openweather opsgenie optimizely oracle ovh packagecloud " +
  "packagist pagerduty papertrail paypal paystack percy pexels pinecone pinterest pipedrive pivotaltracker " +
  "pixabay plaid planetscale polymarket posthog postman postmark powrbot privateai pulumi pusher pushover pypi " +
  "qdrant rabbitmq rackspace rapidapi razorpay recaptcha reddit ringcentral ritekit rollbar rubygems salesforce " +
  "saucelabs scaleway scrapingbee screenshotlayer sendbird sendgrid sendinblue sentry shodan shopify sidekiq " +
  "signalwire slack snapchat snowflake snyk softlayer sonar sonarcloud sonarqube sonatype sourcegraph sparkpost " +
  "splunk spoonacular spotify squarespace statuspage stitchdata stormglass strapi strava stripe stytch sumo " +
  "sumologic supabase surveymonkey tableau tailscale tatum tatumio taxjar teamcity tefter telegram telnyx " +
  "tencent terraform tiktok timezoneapi todoist tomtom tradier transferwise travis travisci trello twilio " +
  "twitch twitter typeform uber uclassify unsplash userflow vatlayer vault vbout vercel victorops vimeo " +
  "virustotal visualcrossing voiceflow vonage vultr wakatime wandb weatherbit weatherstack weaviate webex " +
  "webflow wechat whatsapp wistia woocommerce wordpress workday workos worldweather xai yandex yelp youtube " +
  "zapier zendesk zenscrape zipcodebase zoho zohocrm zoom zoominfo zulip";

let vendors: ReadonlySet<string> | undefined;

/** The names of all vendors, made when the first word is looked up. */
function allVendors(): ReadonlySet<string> {
  return (vendors ??= new Set(VENDORS.split(" ")));
}

/** Whether a word, in lower case, is in `VENDORS`. */
export function isVendor(word: string): boolean {
  return allVendors().has(word);
}

export function listVendors(): string[] {
  return VENDORS.split(" ");
}

/**
 * The words of a text in lower case. Two words that form a vendor's name in camelCase are returned as one word:
 * `SendGrid` is `sendgrid`.
 */
export function namesIn(text: string): string[] {
  const words = toWords(text);
  const joined: string[] = [];
  const known = allVendors();
  for (let at = 0; at < words.length; at++) {
    const pair = (words[at] as string) + (words[at + 1] ?? "");
    const isName = at + 1 < words.length && pair.length > 5 && known.has(pair);
    joined.push(isName ? pair : (words[at] as string));
    if (isName) at += 1;
  }
  return joined;
}
