import { carriedBy, filesChanged } from "../../shell/effects.ts";
import { kindOf } from "../../shell/programs.ts";
import { hasOption, operandsOf } from "../../shell/read-options.ts";
import { isDisk } from "./places.ts";
import type { Rule } from "./rule.ts";

const does = "overwrites a disk, with every file on it";
const instead = "Work on an image in a file, or leave the disk to the person.";

/** What destroys a disk, or stops the machine. */
export const DISKS: readonly Rule[] = [
  {
    name: "write-disk",
    level: "catastrophic",
    programs: "*",
    does,
    instead,
    matches: ({ name, own, writes }) => {
      const changed = filesChanged(name, own);
      const target = carriedBy(name, own)?.target ?? "";
      return [...writes, ...changed.writes, ...changed.empties, ...changed.deletes, target].some(isDisk);
    },
    hits: [
      "dd if=/dev/zero of=/dev/sda",
      "cat x > /dev/nvme0n1",
      "cp a.iso /dev/sdb",
      "echo x | tee /dev/sda",
      "shred /dev/sda",
      "curl -s https://x.test/a.iso -o /dev/sda",
    ],
    misses: ["dd if=/dev/sda of=/tmp/x", "cat x > /dev/null", "dd of=disk.img", "cp a b", "cat /dev/sda | head"],
  },
  {
    name: "format-disk",
    level: "catastrophic",
    programs:
      "* mkswap wipefs blkdiscard badblocks sgdisk parted sfdisk cryptsetup hdparm nvme diskutil format format.com zpool newfs",
    does: "formats or wipes a disk, with every file on it",
    instead,
    matches: ({ name, own }) => {
      const targets = operandsOf(own).filter(isDisk);
      if (/^(?:mkfs|newfs)(?:[._]\w+)?$|^mke2fs$/.test(name)) return targets.length > 0 && !own.includes("-n");
      if (name === "zpool") return own[0] === "destroy";
      if (name === "diskutil") return /^(?:erase|zero|secureErase|partition|reformat)/i.test(own[0] ?? "");
      if (/^format(?:\.com)?$/.test(name)) return own.some((word) => /^[a-z]:$/i.test(word));
      if (targets.length === 0) return false;
      if (name === "badblocks") return hasOption(own, "w");
      if (name === "wipefs") return hasOption(own, "ao", "--all", "--offset") && !hasOption(own, "n", "--no-act");
      if (name === "parted") return own.some((word) => /^(?:mklabel|mktable|rm|mkpart)$/.test(word));
      if (name === "sgdisk") return hasOption(own, "ZozdD", "--zap-all", "--zap", "--clear", "--delete");
      if (name === "cryptsetup") return own.some((word) => /^(?:luksFormat|erase|luksErase)$/.test(word));
      if (name === "hdparm") return own.some((word) => word.startsWith("--security-erase"));
      if (name === "nvme") return /^(?:format|sanitize)$/.test(own[0] ?? "");
      return /^(?:mkswap|blkdiscard|sfdisk)$/.test(name) && !hasOption(own, "dlV", "--dump", "--list", "--verify");
    },
    hits: [
      "mkfs.ext4 /dev/sdb1",
      "mkfs -t xfs /dev/vdb",
      "wipefs -a /dev/sdb",
      "sgdisk --zap-all /dev/sda",
      "zpool destroy tank",
      "badblocks -wsv /dev/sdb",
    ],
    misses: [
      "mkfs.ext4 -F disk.img",
      "wipefs /dev/sdb",
      "parted /dev/sda print",
      "npm run format",
      "sfdisk -d /dev/sda",
    ],
  },
  {
    name: "delete-volume",
    level: "unrecorded",
    programs: "zfs lvremove vgremove pvremove btrfs userdel deluser virsh lxc incus multipass qm pct snapper tmutil",
    does: "deletes a file system, a machine or a user's home, with every file in it",
    instead: "Leave it to the person.",
    matches: ({ name, own }) => {
      if (own.includes("--help") || (name === "zfs" && hasOption(own, "n"))) return false;
      if (/^(?:lv|vg|pv)remove$/.test(name)) return !hasOption(own, "t", "--test") && operandsOf(own).length > 0;
      if (name === "userdel") return hasOption(own, "r", "--remove");
      if (name === "deluser") return own.some((word) => /^--remove-(?:home|all-files)$/.test(word));
      if (name === "btrfs") return /^sub\w* (?:de\w*)$/.test(operandsOf(own).slice(0, 2).join(" "));
      if (name === "virsh") return own.includes("undefine") && own.includes("--remove-all-storage");
      if (name === "multipass") return own[0] === "purge" || (own[0] === "delete" && hasOption(own, "p", "--purge"));
      return /^(?:destroy|delete)$/.test(own[0] ?? "");
    },
    hits: [
      "zfs destroy -r tank/data",
      "lvremove -f vg0/data",
      "btrfs subvolume delete /srv/data",
      "userdel -r bob",
      "lxc delete -f web",
    ],
    misses: ["zfs destroy -n tank/data", "zfs list", "lvremove", "btrfs subvolume list /", "userdel bob", "lxc list"],
  },
  {
    name: "fork-bomb",
    level: "catastrophic",
    programs: "*",
    does: "starts itself again and again until the machine stands still",
    instead: "Start a counted number of processes.",
    matches: ({ name, isFunction, pipeline, own }) =>
      (isFunction && pipeline.length > 1 && pipeline.every((other) => other === name)) ||
      (kindOf(name) === "code" &&
        own.some((word) =>
          /\bfork\s+while\s+fork\b|\bwhile\s*\(?(?:True|true|1)\)?\s*[:{]?\s*(?:\w+\.)?fork\b/.test(word),
        )),
    hits: [
      ":(){ :|:& };:",
      "bomb() { bomb | bomb & }; bomb",
      "perl -e 'fork while fork'",
      "python3 -c 'import os\nwhile True: os.fork()'",
    ],
    misses: ["f() { echo a; }; f", "f() { cat | sort; }; ls | f", "echo ':(){ :|:& };:'"],
  },
];
