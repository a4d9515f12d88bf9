import { oneOf } from "../../kit/word-pattern.ts";

/** Addresses of the web in a text. */
const WEB = /https?:\/\/[^\s"'`<>\\{}|^[\]]{3,500}/gi;
/** Addresses of repositories in a text, as git prints them. */
const REMOTE = /(?:ssh:\/\/)?(?:[\w.-]+@)?((?:[a-z0-9-]+\.)+[a-z]{2,24})[:/]([\w.-]+(?:\/[\w.-]+)+)/gi;
/** The most addresses of one text that are looked at. */
const MOST = 500;
/** Hosts whose addresses are no claims: this machine, and names that are reserved for examples. */
const NO_CLAIM = oneOf(String.raw`
  localhost 127(?:\.\d+){3} 0\.0\.0\.0 \[::1\] (?:.+\.)?example\.(?:com|org|net) .+\.(?:example|test|invalid|localhost)
`);

/**
 * The addresses that a text shows, in their normal form: each address, and every shorter path of the same host, without
 * query and fragment.
 */
export function placesShown(text: string): string[] {
  const remotes = [...text.matchAll(REMOTE)].map(([, host, path]) => `https://${host}/${path}`);
  const found = [...namedIn(text), ...remotes].slice(0, MOST);
  return [...new Set(found.flatMap((address) => above(address)))];
}

/** The addresses of public hosts that a text names, each as the text spells it. */
export function addressesIn(text: string): string[] {
  return namedIn(text).filter((address) => URL.canParse(address) && !NO_CLAIM.test(new URL(address).hostname));
}

function namedIn(text: string): string[] {
  const found = [...text.matchAll(WEB)].flatMap(({ 0: whole, index }) => {
    // The address is a template: `https://host/${id}`, `https://host/<id>`.
    const isTemplate = /[<{$]/.test(text[index + whole.length] ?? "") || whole.includes("$");
    return isTemplate ? [] : [trimmed(whole)];
  });
  return [...new Set(found)].slice(0, MOST);
}

/** An address without the punctuation of the sentence or the Markdown link around it. */
function trimmed(address: string): string {
  const bare = address.replace(/[.,;:!?*_~'"]+$/, "");
  const opens = bare.split("(").length;
  return bare.endsWith(")") && bare.split(")").length > opens ? trimmed(bare.slice(0, -1)) : bare;
}

/** An address in its normal form: host and path, without scheme, `.git`, query and fragment. */
export function normalAddress(address: string): string {
  return above(address)[0] ?? address;
}

/** The normal form of an address, then each shorter path, last the host alone; empty if it is no valid address. */
function above(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { host, pathname } = new URL(address);
  const steps = pathname
    .replace(/\.git(?=\/|$)/g, "")
    .split("/")
    .filter(Boolean)
    .slice(0, 12);
  return steps.map((_, at) => [host, ...steps.slice(0, steps.length - at)].join("/")).concat(host);
}
