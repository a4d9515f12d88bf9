import { toWords, wordList } from "../words.ts";

/**
 * Names of services that hand out keys without a prefix of their own. In a name they make a weak word strong
 * (`algolia_key`, `DATADOG_APP_KEY`), and a random value behind one is its key (`cloudflare: …`).
 */
const VENDORS = [
  "nomad consul abbysale ably abstractapi abuseipdb abyssale accuweather adafruit adafruitio adobe adobeio " +
    "adyen adzuna",
  "aerisweather aeroworkflow aftership aikido airbrake airship airtable airvisual aiven akamai alchemy alconost",
  "alegra aletheiaapi algolia algoliasearch alibaba alibabacloud alienvault aliyun allsports alphavantage " +
    "amadeus amazon ambee",
  "amplitude amplitudeapi ansible anthropic anthropicai anypoint apacta api2cart api2convert apideck apiflash",
  "apifonica apify apilayer apimatic apimetrics apiscience apitemplate apollo appcues appdynamics appfollow",
  "appointedd appoptics appsflyer appsynergy apptivo appveyor artifactory artsy asaas asana asanaoauth assemblyai",
  "atera atlassian audd auth0 authress autodesk autoklose autopilot avalara avaza aviationstack aws axonaut aylien",
  "ayrshare azure azureai azuredevops azureopenai azuresearch azurestorage bamboo bannerbear baremetrics baseapiio",
  "basecamp basistheory beamer beebole besnappy besttime betterstack bigcommerce bigpanda bigquery billomat binance",
  "bitbar bitbucket bitbucketapppassword bitcoinaverage bitfinex bitgo bitly bitmex bitrise bittrex bitwarden",
  "blablabus blazemeter blitapp blocknative blogger blynk bombbomb boostnote borgbase boxcom braintree brandfetch",
  "brave brightlocal browserstack browshot bscscan buddyns budibase bugherd bugsnag buildkite bulbul bulksms",
  "buttercms bybit caflou calendarific calendly calorieninja campayn canadian cannyio canva capsulecrm captaindata",
  "carboninterface cashboard caspio cassandra censys centralstationcrm cerebras cexio chartmogul chatbot chatfuel",
  "chatfule checio checklyhq checkmarket checkmarx checkvist cicero circleci cisco civo clarifai claude clearbit",
  "clerk clickhelp clickhouse clicksend clickup cliengo clinchpad clockify clockwork clojars closecrm cloudant",
  "cloudconvert cloudelements cloudflare cloudfront cloudimage cloudinary cloudmersive cloudplan cloudsight",
  "cloudsmith cloudways cloverly cloze clustdoc cockroachlabs coda codacy codeclimate codecov codemagic codequiry",
  "cognito cohere coinapi coinbase coingecko coinlayer coinlib coinmarketcap collect2 cometchat commercejs",
  "companyhub configcat confluence confluent confluentcloud contentful contentstack contribsys conversiontools",
  "convertapi convertkit convier copyscape couchbase couchdb countrylayer coveralls craftmypdf crates cratesio",
  "createsend crossbrowsertesting crowdin cryptocompare currencycloud currencyfreaks currencylayer currencyscoop",
  "currentsapi cursor customerguru customerio d7network dailyco dandelion dareboost databento databox databricks",
  "datadog datafire datagov datastax debounce deepai deepgram deepseek defined delighted demio deno detectify",
  "detectlanguage devcycle devin dfuse diffbot diggernaut digitalocean discord disqus distribusion ditto dnscheck",
  "docker dockerhub docparser documo docusign doppler dotmailer dovico dronahq droneci dropbox dtrack duda duffel",
  "duply dwolla dynadot dynalist dynamodb dynatrace dyspatch eagleeyenetworks easyinsight easypost ebay",
  "ecostruxureit edamam edenai edusign eightxeight elastic elasticemail elasticpath elasticsearch elevenlabs",
  "emailoctopus enablex endorlabs enigma entra equinix eraser etherscan ethplorer etsy eventbrite everhour eversign",
  "exchangerateapi exchangeratesapi exoscale exportsdk extractorapi facebook faceplusplus fakejson fastforex fastly",
  "fastspring fauna feedier feedly fetchrss fibery figma fileio filestack finage financialmodelingprep findl finhub",
  "finicity finnhub firebase firestore fixerio flagsmith flatio fleetbase flexport flickr flightapi flightlabs",
  "flightstats flowdash flowdock flowflu flutterwave flyio fmfw formbucket formcraft formio formsite formstack",
  "fortinet foursquare frame frameio freemius freshbooks freshdesk freshworks fulcrum fullcontact fullstory",
  "fusebill fxmarket gateio gcp geckoboard gemini gengo geoapify geocode geocodify geoipifi getemail getemails",
  "getgeoapi getgist getresponse getsandbox giphy gitea github gitlab gitter glassnode glitterly gocanvas",
  "gocardless gogs goodday google goshippo gosquared grafana graphcms graphhopper greptile greynoise groovehq groq",
  "gtmetrix guardianapi gumroad gyazo happi happyscribe harbor hashicorp heatmapapi hellosign helpcrunch helpscout",
  "hereapi heroku hetzner hibp highnote hiveage holidayapi holistic honeycomb hotjar hotwire html2pdf huawei",
  "hubspot hubspotapi huggingface hunter hybiscus hypeauditor hypertrack ibm ibmcloud iconfinder iexapis iexcloud",
  "ifttt imagekit imagetotext imagga imgix imgur impala infisical influxdb infobip infomaniak infracost infura",
  "insightly instabot instagram instana integromat intercom interseller intrinio invoiceocean ionic ip2location",
  "ipapi ipgeolocation ipify ipinfo ipinfodb ipqualityscore ipstack iterable jenkins jfrog jira jotform jsonbin",
  "jumpcloud jumpseller jupiterone juro kafka kagi kairos kakaotalk kaleyra kaltura kanbantool karmacrm keenio",
  "keycloak keygen kibana kickbox kimi kiteconnect klarna klaviyo klipfolio knapsackpro kontent kraken kubernetes",
  "kucoin kylas lambdatest langchain langfuse langsmith languagelayer lark lastfm lastpass launchdarkly ldap",
  "leadfeeder leankit lemlist lemonsqueezy lendflow lessannoyingcrm lexigram lichess lighton linemessaging",
  "linenotify linkedin linkpreview linode liveagent livestorm loadmill lob locationiq logdna logentries loggly",
  "loginradius logstash logzio lokalise looker loyverse lunchmoney luno m3o macaddress madkudu magento magicbell",
  "mailboxlayer mailchimp mailerlite mailersend mailgun mailjet mailjetsms mailmodo mailsac mandrill mapbox",
  "mapquest marketo marketstack mattermost mavenlink maxmind meaningcloud mediastack meistertask meraki mercury",
  "mergify mesibo mesosphere messagebird messari metaapi metabase metrilo microsoft microsoftteamswebhook midise",
  "midtrans mindmeister minimax miro mistral mixcloud mixmax mixpanel mockaroo mojohelpdesk mollie mongodb",
  "monkeylearn moonclerk moosend moralis mparticle mrticktock msteams mux myexperiment myfreshworks myintervals",
  "naitive nasdaqdatalink neon netcore nethunt netlify neutrino newrelic newsapi newscatcher nexmo nexus",
  "nftport ngc ngrok nicehash nicereply nightfall nimble nordigen noticeable notion nozbe nozbeteams npm nubela",
  "nuget numverify nutritionix nvapi nvidia nylas nytimes oanda ocrspace octopus okta okx ollama omnisend onbuka",
  "onedesk onedrive onelogin onepagecrm onesignal onfido onfleet onwaterio oopspam openai opencage opencagedata",
  "opendatasoft opengraphr openrouter openshift openstack openuv openweather opsgenie opsworks optidash optimizely",
  "oracle overloop ovh owlbot packagecloud packagist paddle pagarme page2images pagerduty paloalto pandadoc",
  "pandascore paperform papertrail papyrs paralleldots parsehub parseur particleio partnerstack passbase pastebin",
  "paydirtapp paymo paymoapp paymongo paypal paystack pdflayer pdfmyurl pdfshift pendo peopledatalabs pepipost",
  "perplexity persona pexels pinata pinecone pinterest pipedream pipedrive pivotaltracker pixabay plaid planetscale",
  "planview planyo plivo podio polar pollsapi poloniex polygonio polymarket portainer positionstack postageapp",
  "postbacks posthog postman postmark powrbot prefect printfection prismic privateai processst prodpad prospectcrm",
  "prospectio protocolsio proxycrawl psexec pubnub pulumi purestake pushbullet pusher pushover pypi qase qdrant",
  "qualaroo quandl quay qubole quickbase quickmetrics quicknode rabbitmq rackspace rainforest ramp rapidapi rawg",
  "reachmail reactapp readme reallysimplesystems rebrandly recaptcha rechargepayments redbooth reddit redirect",
  "redshift relic rentman repairshopr replicate replyio requestfinance restpack retool revampcrm ringcentral",
  "riotgames ritekit robinhood rocketreach rockset rollbar roninapp rootly rosette route4me rownd rubygems",
  "rudderstack runpod runrunit runscope saladcloud salesblink salescookie salesflare salesforce salesmate samsara",
  "sanity satismeter saucelabs scaleway scalingo scalr scrapeowl scraperapi scraperbox scrapersite scrapestack",
  "scrapfly scrapingant scrapingbee scrapingdog screenshotapi screenshotlayer scrutinizer scrutinizerci",
  "securitytrails segmentio selectpdf sellfy semaphore sendbird sendgrid sendinblue sendoso sentry serphouse",
  "serpstack settlemint sheety sherpadesk shipday shippo shodan shopee shopify shotstack shutterstock sidekiq",
  "signable signalwire signaturit signupgenius sigopt simfin simplesat simplybook simplynoted simvoly sinch sirv",
  "siteleaf skrappio skybiometry slack smartsheets smartystreets smooch smsapi snapchat snipcart snmp snowflake",
  "snyk softlayer sonar sonarcloud sonarqube sonatype sourcegraph sparkpost speechtextai splunk spoonacular",
  "sportradar sportsmonk spotify sqlserver square squarespace squareup sslmate stability stackhawk statuscake",
  "statusio statuspage statuspal steam stitchdata stockdata storecove stormboard stormglass storyblok storychief",
  "strapi strava streamchat stripe stripo sugester sumo sumologic supabase supernotes supportbee surveyanyplace",
  "surveybot surveymonkey surveysparrow survicate swiftype tableau tailscale tallyfy tatumio taxjar teamcity",
  "teamgate teamup teamviewer teamworkcrm teamworkdesk teamworkspaces technicalanalysisapi tefter telegram telesign",
  "teletype telnyx temporal tencent tenor terraform testingbot text2data textmagic theoddsapi thingsboard thinkific",
  "thousandeyes thunderstore ticketmaster tickettailor tiingo tiktok timecamp timekit timezoneapi tineswebhook tly",
  "tmetric todoist togetherai toggltrack tokeet tomorrowio tomtom tradier transferwise transloadit travelpayouts",
  "travis travisci trello trimble truenas twelvedata twilio twitch twitter tyntec typeform typesense typetalk uber",
  "ubidots uclassify unifyid unkey unplugg unsplash upcdatabase upcloud uplead uploadcare uproc upstage uptimerobot",
  "upwave urlscan userflow userstack vagrantcloud val vatlayer vault vbout veevavault veracode vercel verimail",
  "veriphone versioneye victorialogs victorops viewneo vimeo virustotal visualcrossing voiceflow voicegain vonage",
  "voodoosms vouchery vpnapi vultr vyte wakatime walkscore wandb weatherbit weatherstack weaviate web3storage",
  "webengage webex webflow webhookrelay webscraper webscraping websitepulse wechat weights weightsandbiases wepay",
  "whatsapp whoxy wireguard wistia woocommerce woopra wordpress wordsapi workato workday workos worksnaps workstack",
  "worldcoinindex worldweather wpengine wrike xai yandex yelp yext youneedabudget yousign youtube zai zapier",
  "zapierwebhook zendesk zenkit zenrows zenscrape zenserp zeplin zerobounce zerotier zipapi zipbooks zipcodeapi",
  "zipcodebase zohocrm zonkafeedback zoom zoominfo zulip zuplo razorpay stytch agora percy refiner intra42 " +
    "ipquality paypaloauth",
  "baseapi exchangerates exchangerate nasdaq toggl skrapp neutrinoapi onwater ipifi zonka unplu centralstation " +
    "tatum geocod 8x8",
  "ecostruxure godaddy instamojo larksuite netsuite openvpn paydirt speechtext trufflehog vagrant bing zoho " +
    "cosmosdb 1password logz",
].join(" ");

/** Services whose names are words of their own: only a value that can be nothing but a key is theirs. */
const WORDS = [
  "abstract streak unify guardian segment nitro swell circle survey revamp tomorrow polygon kanban ronin commodities",
  "roaring daily verifier pivotal guru shortcut groove raven prospect karma copper mite keen magnetic sentiment deputy",
  "courier humanity fixer manifest canny protocols harvest hive checkout monday box linear render proof wiz twist",
  "privacy parsers railway recharge envoy harness aha front float less flat",
].join(" ");

/** Names that stand in every second text as words. They own values under their own name, and nothing near by. */
const EVERYDAY =
  "stability defined delighted distribution frame weights redirect replicate noticeable nimble holistic " +
  "persona mercury temporal semaphore square canadian eraser fulcrum enigma hunter octopus paddle refiner " +
  "sanity notion polar steam cursor chatbot apollo harbor impala readme";

const vendors = wordList(VENDORS);
const words = wordList(WORDS);
const everyday = wordList(EVERYDAY);

/** Whether a word, in lower case, is the name of such a service. */
export function isVendor(word: string): boolean {
  return vendors.has(word);
}

/** Whether a word is such a name and nothing else, so that a value near it may be its key. */
export function isOnlyVendor(word: string): boolean {
  return word.length > 4 && isVendor(word) && !everyday.has(word);
}

/** Whether a word, in lower case, may be the name of such a service, and means something else as well. */
export function mayBeVendor(word: string): boolean {
  return words.has(word);
}

/** All names, also those that are words. */
export function listVendors(): string[] {
  return `${VENDORS} ${WORDS}`.split(" ");
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
