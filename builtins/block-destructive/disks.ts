import { carriedBy, filesChanged } from "../../shell/effects.ts";
import { isTold, kindOf, said } from "../../shell/programs.ts";
import { isDisk } from "./places.ts";
import type { HarmRule } from "./rule.ts";
import { harmRule, isToldToDestroy } from "./services.ts";

const does = "overwrites a disk, with every file on it";
const instead = "Work on an image in a file, or leave the disk to the person.";

/** Commands that destroy a disk, or stop the machine. */
export const DISKS: readonly HarmRule[] = [
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
    programs: "*",
    does: "formats or wipes a disk, with every file on it",
    instead,
    matches: ({ name, own, fed }) =>
      (name === "diskpart" && fed.some((text) => /^\s*(?:clean|format|delete)\b/im.test(text))) ||
      (isTold(own, said(name, "wipes")) && own.some(isDisk)) ||
      isToldToDestroy({ name, own }, "disk"),
    hits: [
      "mkfs.ext4 /dev/sdb1",
      "mkfs -t xfs /dev/vdb",
      "wipefs -a /dev/sdb",
      "sgdisk --zap-all /dev/sda",
      "zpool destroy tank",
      "badblocks -wsv /dev/sdb",
      "mdadm --zero-superblock /dev/sdb",
      "powershell Format-Volume -DriveLetter D -Force",
      "pwsh -c 'Clear-Disk -Number 0 -RemoveData'",
      "echo clean | diskpart",
    ],
    misses: [
      "mkfs.ext4 -F disk.img",
      "wipefs /dev/sdb",
      "parted /dev/sda print",
      "npm run format",
      "sfdisk -d /dev/sda",
      "echo list disk | diskpart",
      "Format-Volume -DriveLetter D -WhatIf",
    ],
  },
  harmRule("system", {
    name: "break-windows",
    level: "catastrophic",
    does: "deletes the backups or the settings that Windows itself needs",
    instead: "Name the one key or backup that is to go, and leave it to the person.",
    hits: [
      "vssadmin delete shadows /all /quiet",
      "wmic shadowcopy delete",
      "wbadmin delete catalog -quiet",
      "reg delete HKLM\\SYSTEM /f",
      "cmd /c reg delete HKLM /f",
    ],
    misses: ["vssadmin list shadows", "reg query HKLM\\SYSTEM", "reg delete HKCU\\Software\\Acme /f"],
  }),
  harmRule("volume", {
    name: "delete-volume",
    level: "unrecorded",
    does: "deletes a file system, a machine or a user's home, with every file in it",
    instead: "Leave it to the person.",
    hits: [
      "zfs destroy -r tank/data",
      "lvremove -f vg0/data",
      "btrfs subvolume delete /srv/data",
      "userdel -r bob",
      "lxc delete -f web",
      "zfs rollback -r tank/data@1",
      "vagrant destroy -f",
      "VBoxManage unregistervm web --delete",
      "qemu-img snapshot -d s1 disk.img",
      "tmutil deletelocalsnapshots /",
      "diskutil apfs deleteVolume disk1s2",
    ],
    misses: ["zfs destroy -n tank/data", "zfs list", "lvremove", "btrfs subvolume list /", "userdel bob", "lxc list"],
  }),
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
