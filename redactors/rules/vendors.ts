import { toWords, wordList } from "../words.ts";

/**
 * Names of services that hand out keys without a prefix of their own. In a name they make a weak word strong
 * (`algolia_key`, `DATADOG_APP_KEY`), and a random value behind one is its key (`cloudflare: …`).
 */
const VENDORS =
  "1password adafruit adobe adyen airbrake airtable akamai alchemy algolia algoliasearch alibaba alibabacloud " +
  "aliyun alphavantage amazon amplitude ansible anthropic appsflyer appveyor artifactory asana assemblyai " +
  "atlassian auth0 authress aws azure azuredevops azureopenai bamboo beamer bigcommerce binance bitbucket " +
  "bitfinex bitly bittrex bitwarden braintree browserstack bugsnag buildkite bybit calendly circleci cisco " +
  "clarifai clickhouse clickup cloudant cloudflare cloudfront cloudinary cloudsmith codacy codeclimate codecov " +
  "cognito cohere coinbase coinmarketcap confluence confluent consul contentful contentstack contribsys " +
  "couchbase coveralls crowdin databricks datadog datastax deepgram deepseek digitalocean discord disqus docker " +
  "dockerhub docusign doppler droneci dropbox duffel dwolla dynatrace easypost ebay ecostruxure elastic " +
  "elasticsearch elevenlabs etherscan etsy eventbrite exoscale facebook fastly figma finicity finnhub firebase " +
  "flickr flutterwave foursquare freshbooks freshdesk fullstory gcp gemini giphy gitea github gitlab gitter " +
  "gocardless godaddy google grafana groq hashicorp helpscout heroku hetzner honeycomb hotjar hubspot " +
  "huggingface ibm ibmcloud imgur infobip infura instagram intercom intra42 ipinfo ipstack iterable jenkins " +
  "jfrog jira jumpcloud kafka keycloak kibana klaviyo kraken kubernetes kucoin langchain langfuse langsmith " +
  "lastfm lastpass launchdarkly ldap linkedin linode locationiq logdna loggly logz lokalise looker luno magento " +
  "mailchimp mailerlite mailersend mailgun mailjet mandrill mapbox mapquest marketo mattermost maxmind meraki " +
  "messagebird microsoft midtrans mistral mixpanel mollie mongodb msteams mux nasdaq netlify netsuite newrelic " +
  "newsapi nexmo ngrok nomad npm nvidia nytimes okta onelogin onesignal openai opencage openrouter openshift " +
  "openstack openvpn openweather opsgenie optimizely oracle ovh packagist pagerduty papertrail paypal paystack " +
  "percy pexels pinecone pinterest pipedrive pivotaltracker pixabay plaid planetscale posthog postman postmark " +
  "privateai pulumi pusher pushover pypi qdrant rabbitmq rackspace rapidapi razorpay recaptcha reddit " +
  "ringcentral rollbar rubygems salesforce saucelabs scaleway scrapingbee sendbird sendgrid sendinblue sentry " +
  "shodan shopify sidekiq signalwire slack snapchat snowflake snyk softlayer sonar sonarcloud sonarqube " +
  "sonatype sourcegraph sparkpost splunk spoonacular spotify squarespace statuspage strapi strava stripe stytch " +
  "sumo sumologic supabase surveymonkey tableau tailscale tatum taxjar teamcity telegram telnyx tencent " +
  "terraform tiktok todoist tomtom tradier travis travisci trello twilio twitch twitter typeform uber unsplash " +
  "userflow vault vercel victorops vimeo virustotal voiceflow vonage vultr wakatime wandb weatherbit " +
  "weatherstack weaviate webex webflow wechat whatsapp wistia woocommerce wordpress workday workos xai yandex " +
  "yelp youtube zapier zendesk zoho zoom zoominfo zulip";

const vendors = wordList(VENDORS);

/** Whether a word, in lower case, is the name of such a service. */
export function isVendor(word: string): boolean {
  return vendors.has(word);
}

/** Whether a name is so long that a value near it may be its key: shorter ones are parts of words. */
export function isLongVendor(word: string): boolean {
  return word.length > 4 && isVendor(word);
}

export function listVendors(): string[] {
  return VENDORS.split(" ");
}

/** The words of a text, with those put together that are one name. */
export function namesIn(text: string): string[] {
  return joinNames(toWords(text));
}

/** The words, with those put together that are one name in camelCase: SendGrid's are `send` and `grid`. */
export function joinNames(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const pair = (words[at] as string) + (words[at + 1] ?? "");
    const isName = at + 1 < words.length && pair.length > 5 && isVendor(pair);
    joined.push(isName ? pair : (words[at] as string));
    if (isName) at += 1;
  }
  return joined;
}
