import { hostOf, isNear } from "../hosts.ts";

/**
 * Hosts whose owners publish an installer there that their own documents tell people to run from the network. Below a
 * host on which anybody may publish, the owner's folder is named.
 */
const INSTALLERS: ReadonlySet<string> = new Set(
  `sh.rustup.rs get.docker.com deb.nodesource.com rpm.nodesource.com bun.sh deno.land get.pnpm.io astral.sh starship.rs
  install.python-poetry.org get.sdkman.io nixos.org install.determinate.systems get.k3s.io get.helm.sh mise.run
  raw.githubusercontent.com/nvm-sh raw.githubusercontent.com/homebrew raw.githubusercontent.com/helm
  raw.githubusercontent.com/pyenv raw.githubusercontent.com/rbenv`
    .trim()
    .split(/\s+/),
);
/** Hosts on which anybody may publish a file, so that only the owner's folder tells who did. */
const SHARED =
  /^(?:(?:raw\.|gist\.|gist\.raw\.)?github(?:usercontent)?\.com|gitlab\.com|bitbucket\.org|codeberg\.org|pastebin\.com|[\w.-]*amazonaws\.com|storage\.googleapis\.com|huggingface\.co|cdn\.jsdelivr\.net|unpkg\.com)$/;

/**
 * The publishers of addresses whose code a command would run: hosts, or hosts with a folder where anybody may publish.
 * Publishers of this machine and the network around it, and of well-known installers, are left out.
 */
export function publishersOf(addresses: readonly string[]): readonly string[] {
  const all = addresses.flatMap((address) => {
    const host = hostOf(address)?.toLowerCase();
    if (host === undefined || isNear(host)) return [];
    if (!SHARED.test(host)) return host;
    const path = address.slice(address.toLowerCase().indexOf(host) + host.length);
    return `${host}/${/^(?::\d+)?\/([^/?#]*)/.exec(path)?.[1] ?? ""}`;
  });
  return [...new Set(all)].filter((one) => !INSTALLERS.has(one.toLowerCase()));
}

/**
 * Whether the owner of a repository, by the address of its remote, publishes under this name: a folder of a host on which
 * anybody may publish, or the host itself. GitHub gives files out under other names of its own.
 */
export function isOwnersOf(publisher: string, remote: string): boolean {
  const [host = "", owner] = publisher.toLowerCase().split("/");
  const home = /^(?:[\w-]+\.)*github(?:usercontent)?\.com$/.test(host) ? "github.com" : host;
  const start = remote.toLowerCase().split(home)[1];
  if (start === undefined) return false;
  return owner === undefined ? /^[:/]/.test(start) : start.startsWith(`/${owner}/`) || start.startsWith(`:${owner}/`);
}
