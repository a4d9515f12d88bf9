import type { Program } from "../program.ts";
import { hasOption } from "../parse-options.ts";

/** Programs that write to disks, and programs that manage volumes, virtual machines and users. */
export const DISKS: readonly Program[] = [
  { names: "mkfs newfs mke2fs", wipes: (own) => !own.includes("-n") },
  { names: "badblocks", wipes: /^-\w*w/ },
  { names: "wipefs", wipes: (own) => hasOption(own, "ao", "--all", "--offset") && !hasOption(own, "n", "--no-act") },
  { names: "parted", wipes: /^(?:mklabel|mktable|rm|mkpart)$/ },
  { names: "sgdisk", wipes: /^-\w*[ZozdD]|^--(?:zap-all|zap|clear|delete)$/ },
  { names: "cryptsetup", wipes: /^(?:luksFormat|erase|luksErase)$/ },
  { names: "hdparm", wipes: /^--security-erase/ },
  { names: "nvme", wipes: /^(?:format|sanitize)$/ },
  { names: "fdisk gdisk cfdisk", wipes: (own) => !hasOption(own, "lxs", "--list", "--getsz") },
  { names: "mkswap blkdiscard sfdisk", wipes: (own) => !hasOption(own, "dlV", "--dump", "--list", "--verify") },
  { names: "mdadm", wipes: /^--zero-superblock$/ },
  { names: "zpool", destroys: { what: "disk", verb: /^destroy / } },
  { names: "diskutil", destroys: { what: "disk", verb: /^(?:erase|zero|secureErase|partition|reformat)/i } },
  {
    names: "format-volume clear-disk initialize-disk remove-partition",
    destroys: { what: "disk", words: /\S/, harmless: / -whatif(?: |$)/i },
  },
  { names: "vssadmin", destroys: { what: "system", verb: /^delete(?: |$)/i } },
  { names: "wbadmin", destroys: { what: "system", verb: /^delete(?: |$)/i } },
  { names: "wmic", destroys: { what: "system", words: /^shadowcopy (?:.* )?delete(?: |$)/i } },
  { names: "bcdedit", destroys: { what: "system", words: /^\/delete(?:value)? /i } },
  {
    names: "reg",
    destroys: {
      what: "system",
      verb: /^delete (?:HKLM|HKEY_LOCAL_MACHINE|HKCR|HKEY_CLASSES_ROOT)\b(?:[\\/]*[^\\/ ]+)?(?= |$)/i,
    },
  },
  { names: "reg", destroys: { verb: /^delete (?:HK\w+)[\\/]/i } },
  { names: "format format.com", destroys: { what: "disk", words: /(?:^| )[a-z]:(?: |$)/i } },
  {
    names: "zfs lxc incus qm pct snapper tmutil vagrant limactl colima",
    destroys: {
      what: "volume",
      verb: /^(?:destroy|delete(?:localsnapshots)?|rollback)(?: |$)/,
      harmless: /^zfs .* -\w*n/,
    },
  },
  {
    names: "lvremove vgremove pvremove",
    destroys: { what: "volume", verb: /\S/, harmless: / (?:-\w*t|--test)(?: |$)/ },
  },
  { names: "diskutil", destroys: { what: "volume", verb: /^apfs delete/i } },
  { names: "qemu-img", destroys: { what: "volume", words: /^snapshot (?=.*(?<= )-d(?: |$))/ } },
  { names: "vboxmanage", destroys: { what: "volume", words: /^unregistervm (?=.*--delete)/ } },
  { names: "btrfs", destroys: { what: "volume", verb: /^sub\w* de/ } },
  { names: "userdel", destroys: { what: "volume", words: /(?:^| )(?:-\w*r|--remove)(?: |$)/ } },
  { names: "deluser", destroys: { what: "volume", words: /(?:^| )--remove-(?:home|all-files)(?: |$)/ } },
  { names: "virsh", destroys: { what: "volume", words: /(?:^| )undefine (?=.*--remove-all-storage)/ } },
  {
    names: "multipass",
    destroys: { what: "volume", words: /^purge(?: |$)|^delete (?=.*(?<= )(?:-\w*p|--purge)(?: |$))/ },
  },
  { names: "trash-empty", destroys: { verb: /^/ } },
  { names: "gio", destroys: { words: /^trash (?:.* )?--empty(?: |$)/ } },
  { names: "crontab", destroys: { what: "jobs", words: /^(?!.*(?<= )-\w*i)(?:.* )?-\w*r|^\/dev\/null$/ } },
];
