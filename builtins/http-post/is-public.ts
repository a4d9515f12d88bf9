import { BlockList, isIP } from "node:net";

/** The networks that IANA reserves: for private use, this machine, links, examples, multicast and later use. */
const NOT_PUBLIC = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8],
  ["169.254.0.0", 16], // link-local, the metadata service of clouds among them
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;

/** Networks within 2000::/3 that are not public. */
const NOT_PUBLIC_6 = [
  ["2001::", 23], // Teredo and others that embed an IPv4 address
  ["2001:db8::", 32],
  ["2002::", 16], // 6to4
  ["3fff::", 20],
] as const;

const own = new BlockList();
own.addSubnet("127.0.0.0", 8, "ipv4");
own.addAddress("::1", "ipv6");

const closed = new BlockList();
for (const [net, prefix] of NOT_PUBLIC) closed.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of NOT_PUBLIC_6) closed.addSubnet(net, prefix, "ipv6");

/** The addresses of the public internet in IPv6. Mapped IPv4 addresses and unique local addresses are outside of it. */
const open6 = new BlockList();
open6.addSubnet("2000::", 3, "ipv6");

/** Host names of this machine that need no name server. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

export function isLoopbackUrl({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

export function isOwn(address: string): boolean {
  return own.check(address, familyOf(address));
}

export function isPublicAddress(address: string): boolean {
  const family = familyOf(address);
  return !closed.check(address, family) && (family === "ipv4" || open6.check(address, family));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
