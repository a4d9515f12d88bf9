import type { Program } from "../program.ts";

/** Programs that stop a machine, or remove its services, firewall, packages or users. */
export const MACHINE: readonly Program[] = [
  {
    names: "shutdown poweroff halt reboot stop-computer restart-computer",
    // `-c` and `/a` cancel a shutdown; `-w` only writes a line to a log.
    destroys: { what: "power", verb: /^/, harmless: / (?:-[ckw]|\/[a?]|--(?:wtmp-only|show)|-whatif)(?: |$)/i },
  },
  { names: "init telinit", destroys: { what: "power", verb: /^[016](?: |$)/ } },
  {
    names: "systemctl",
    options: { other: "HMtpns --host --machine --type --property --lines --signal" },
    destroys: {
      what: "power",
      verb: /^(?:poweroff|reboot|soft-reboot|halt|kexec|suspend|hibernate|rescue|emergency)\b/,
    },
  },
  { names: "systemctl", destroys: { what: "protection", verb: /(?:^| )(?:disable|mask)(?: |$)/ } },
  { names: "ufw", destroys: { what: "protection", verb: /^(?:disable|reset)(?: |$)/ } },
  {
    names: "iptables ip6tables",
    destroys: { what: "protection", words: /(?:^| )(?:-F|--flush|(?:-P|--policy) \w+ ACCEPT)(?: |$)/ },
  },
  { names: "nft", destroys: { what: "protection", verb: /^(?:flush ruleset|delete table)(?: |$)/ } },
  { names: "setenforce", destroys: { what: "protection", verb: /^(?:0|permissive)(?: |$)/i } },
  { names: "launchctl", destroys: { what: "protection", verb: /^(?:bootout|disable|remove|unload)(?: |$)/ } },
  {
    names: "apt apt-get aptitude",
    options: { other: "cot --config-file --option --target-release" },
    destroys: { what: "package", words: /(?:^| )(?:purge|--purge)(?: |$)/, harmless: / (?:-s|--simulate)(?: |$)/ },
  },
  { names: "dpkg", destroys: { what: "package", words: /(?:^| )(?:-P|--purge)(?: |$)/ } },
  { names: "brew", destroys: { what: "package", words: /(?:^| )--zap(?: |$)/ } },
  { names: "snap winget", destroys: { what: "package", words: /(?:^| )--purge(?: |$)/ } },
  { names: "flatpak", destroys: { what: "package", words: /(?:^| )--delete-data(?: |$)/ } },
  { names: "pacman", destroys: { what: "package", words: /(?:^| )-R\w*n/ } },
  { names: "userdel deluser groupdel delgroup", destroys: { what: "access", verb: /\S/ } },
  {
    names: "passwd",
    destroys: { what: "access", words: /(?:^| )(?:-[dl]|--(?:delete|lock))(?: |$)/ },
  },
  { names: "dscl", destroys: { what: "access", words: /(?:^| )-delete(?: |$)/ } },
  { names: "usermod", destroys: { what: "access", words: /(?:^| )(?:-L|--lock)(?: |$)/ } },
  { names: "gpasswd", destroys: { what: "access", words: /(?:^| )(?:-[dr]|--(?:delete|remove-password))(?: |$)/ } },
];
