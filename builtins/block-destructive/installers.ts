import { alternatives } from "../../kit/word-pattern.ts";
import { hostOf, isNear } from "../hosts.ts";

/** Hosts on which anybody may publish a file, so that only the owner's folder tells who did. */
const SHARED =
  /^(?:(?:raw\.|gist\.|gist\.raw\.)?github(?:usercontent)?\.com|gitlab\.com|bitbucket\.org|codeberg\.org|pastebin\.com|[\w.-]*amazonaws\.com|storage\.googleapis\.com|huggingface\.co|cdn\.jsdelivr\.net|unpkg\.com)$/;
/** Hosts of these with a folder of each owner, and below it one of each project. */
const OF_PROJECTS = /^(?:(?:raw\.)?github(?:usercontent)?\.com|gitlab\.com|codeberg\.org)$/;

/** Services on which anybody has a name of their own at once: sites, tunnels, texts, and short addresses. */
const ANYBODYS = new RegExp(
  `(?:^|\\.)(?:${alternatives(String.raw`
    git(?:hub|lab)\.io (?:pages|workers|r2|fly|deno)\.dev (?:vercel|netlify|web|railway|glitch)\.(?:app|me)
    (?:firebaseapp|herokuapp|onrender|digitaloceanspaces|cloudfront|trycloudflare|blogspot|wordpress)\.(?:com|net)
    (?:blob\.core\.windows|azurewebsites|azureedge|duckdns|sytes|ddns)\.(?:net|org) repl\.co replit\.app surge\.sh
    ngrok(?:-free)?\.(?:io|app|dev) loca\.lt serveo\.net transfer\.sh file\.io 0x0\.st ix\.io rentry\.co sprunge\.us
    termbin\.com paste\.[\w.-]+ [\w-]*paste[\w-]*\.\w+ (?:haste|ghost|private|post|json)bin\.\w+
    dropboxusercontent\.com drive\.google\.com
    bit\.ly tinyurl\.com t\.co is\.gd v\.gd goo\.gl git\.io rb\.gy cutt\.ly ow\.ly t\.ly shorturl\.at rebrand\.ly
  `)})$`,
);
const BY_NUMBER = /^\[|^[\d.]+$|(?:^|\.)xn--/;

/** Matches a path whose last names say that it is there to be run: `/uv/install.sh`, `/get-pip.py`, `/setup_20.x`. */
const INSTALLS = /(?:un)?install|(?:^|[/_.-])(?:setup|bootstrap|get)(?:[/_.-]|$)/i;
const OF_INSTALLERS = /^(?:get|sh|install|installer|setup|bootstrap|deb|rpm)\./;

/**
 * The publishers of addresses whose code a command would run: hosts, or hosts with a folder where anybody may publish.
 * Publishers of this machine and the network around it are left out, and makers who publish their own installer.
 */
export function publishersOf(addresses: readonly string[]): readonly string[] {
  const all = addresses.flatMap((address) => {
    const host = hostOf(address)?.toLowerCase();
    if (host === undefined || isNear(host)) return [];
    const path = address.slice(address.toLowerCase().indexOf(host) + host.length).replace(/[?#].*$/s, "");
    if (isOfMaker(address, host, path)) return [];
    return SHARED.test(host) ? `${host}/${/^(?::\d+)?\/([^/]*)/.exec(path)?.[1] ?? ""}` : host;
  });
  return [...new Set(all)];
}

/**
 * Whether an address is the installer that a maker publishes: over https on a domain of its own, or in a project that
 * has the name of its owner (`ohmyzsh/ohmyzsh`, `nvm-sh/nvm`), with a path that says so. It does not tell a good maker
 * from a bad one, which no address does: it leaves out those addresses whose answer others can change or choose.
 */
function isOfMaker(address: string, host: string, path: string): boolean {
  if (!address.toLowerCase().startsWith(`https://${host}`) || path.startsWith(":")) return false;
  if (BY_NUMBER.test(host) || ANYBODYS.test(host)) return false;
  if (!SHARED.test(host)) return OF_INSTALLERS.test(host) || /^\/?$/.test(path) || INSTALLS.test(path);
  const [, owner = "", project = "", file = ""] = /^\/([^/]+)\/([^/]+)\/(.+)$/s.exec(path.toLowerCase()) ?? [];
  return OF_PROJECTS.test(host) && INSTALLS.test(file) && isNamedAs(owner, project);
}

/** The fewest letters by which a project and its owner are known as one: a part of a name says nothing. */
const FEWEST = 3;

/** Whether a project has the name of its owner: `pyenv/pyenv-installer`, `k3d-io/k3d`, `homebrew/install`. */
function isNamedAs(owner: string, project: string): boolean {
  const [one, other] = [owner, project].map((name) => name.replace(/[-_.]?(?:install(?:er|s)?|sh|io|hq|org|dev)$/, ""));
  if (other === "") return true;
  return Math.min(one!.length, other!.length) >= FEWEST && (one!.startsWith(other!) || other!.startsWith(one!));
}

/**
 * Whether the owner of a repository, by the address of its remote, publishes under this name: a folder of a host on
 * which anybody may publish, or the host itself. GitHub gives files out under other names of its own.
 */
export function isOwnersOf(publisher: string, remote: string): boolean {
  const [host = "", owner] = publisher.toLowerCase().split("/");
  const home = /^(?:[\w-]+\.)*github(?:usercontent)?\.com$/.test(host) ? "github.com" : host;
  const start = remote.toLowerCase().split(home)[1];
  if (start === undefined) return false;
  return owner === undefined ? /^[:/]/.test(start) : start.startsWith(`/${owner}/`) || start.startsWith(`:${owner}/`);
}
