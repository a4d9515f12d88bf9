import { isShell, kindOf, namesWith } from "../../shell/programs.ts";
import { hasOption, operandsOf } from "../../shell/read-options.ts";
import type { HarmRule } from "./rule.ts";
import { harmRule } from "./services.ts";

/** The end of programs, and harm to a machine as a whole. */
export const MACHINE: readonly HarmRule[] = [
  {
    name: "kill-everything",
    level: "unrecorded",
    programs: namesWith("ends"),
    does: "ends every program of the user, with what they have not saved",
    instead: "End the program by its own number.",
    // The first -1 may be a signal: `kill -1 1234`.
    matches: ({ name, own }) =>
      name === "killall5" ||
      (name === "pkill" && operandsOf(own).some((word) => /^[.^$*]*$/.test(word))) ||
      (name === "kill"
        ? own.lastIndexOf("-1") > 0 && own.slice(0, own.lastIndexOf("-1")).some((word) => word.startsWith("-"))
        : hasOption(own, "uU", "--user", "--euid", "--uid") &&
          operandsOf(own, "uUsg --user --euid --uid --signal").length === 0),
    hits: [
      "kill -9 -1",
      "kill -- -1",
      "kill -s KILL -1",
      "pkill -KILL -u dev",
      "killall -u dev",
      "pkill -f .",
      "killall5 -9",
    ],
    misses: ["kill -9 12345", "kill -1 1234", "kill -9 $(lsof -t -i:3000)", "pkill -f vite", "pkill -u dev node"],
  },
  {
    name: "kill-interpreter",
    level: "all",
    programs: namesWith("ends"),
    does: "ends every program that runs in an interpreter or a shell; the agent itself may be one",
    instead: "End the program by its own number, or by a part of its command: pkill -f 'vite dev'",
    matches: ({ name, own }) =>
      name !== "kill" &&
      !hasOption(own, "uUPtg", "--user", "--euid", "--uid", "--parent", "--terminal") &&
      operandsOf(own, "s --signal").some((word) => {
        const program = word.toLowerCase().replace(/\.exe$/, "");
        return isShell(program) || program === "java" || kindOf(program) === "code";
      }),
    hits: ["killall -9 node", "pkill python3", "pkill -9 -x bash", "taskkill /F /IM node.exe", "killall java"],
    misses: ["pkill -f 'node server.js'", "killall vite", "pkill -u dev node", "kill -9 1234", "pkill -P 12 node"],
  },
  harmRule("power", {
    name: "stop-machine",
    level: "all",
    does: "stops or restarts a machine, with all that runs on it",
    instead: "Restart the one service that needs it, or leave it to the person.",
    hits: [
      "shutdown -h now",
      "shutdown",
      "sudo reboot",
      "ssh web1 sudo poweroff",
      "systemctl --force reboot",
      "init 0",
      "telinit 6",
      "halt -p",
      "Restart-Computer -Force",
      "shutdown /s /t 0",
    ],
    misses: ["shutdown -c", "shutdown /a", "echo reboot", "systemctl restart nginx", "git init", "reboot --help"],
  }),
  harmRule("protection", {
    name: "stop-protection",
    level: "all",
    does: "switches a service or a firewall of the machine off, for good",
    instead: "Change the one rule or service that needs it, or leave it to the person.",
    hits: [
      "systemctl disable --now ssh",
      "systemctl mask ufw",
      "ufw --force reset",
      "iptables -F",
      "iptables -P INPUT ACCEPT",
      "nft flush ruleset",
      "setenforce 0",
      "launchctl bootout system/x",
      "ip6tables --flush",
    ],
    misses: ["systemctl status ssh", "systemctl stop web", "ufw status", "iptables -L", "nft list ruleset"],
  }),
  harmRule("package", {
    name: "purge-package",
    level: "all",
    does: "takes a program off the machine with its settings, and perhaps its data",
    instead: "Leave the settings: remove it without purging.",
    hits: [
      "apt-get purge -y postgresql",
      "apt remove --purge x",
      "dpkg -P x",
      "brew uninstall --zap x",
      "snap remove --purge x",
      "flatpak uninstall --delete-data x",
      "pacman -Rns x",
    ],
    misses: ["apt-get remove x", "apt-get -s purge x", "brew uninstall x", "apt-get install x", "pacman -Rs x"],
  }),
  harmRule("access", {
    name: "remove-access",
    level: "all",
    does: "takes something away that people work with: an account, a right, a key or a published version",
    instead: "Leave it to the person.",
    hits: [
      "userdel dev",
      "groupdel docker",
      "dscl . -delete /Users/dev",
      "gh repo archive shop -y",
      "passwd -d root",
      "gpasswd -d dev docker",
      "usermod -L dev",
      "deluser dev docker",
      "aws iam detach-role-policy --role-name x --policy-arn y",
      "aws iam remove-user-from-group --group-name x --user-name y",
      "gcloud projects remove-iam-policy-binding x --member y --role z",

      "gh ssh-key delete 1",
      "npm deprecate shop 'x'",
      "npm owner rm dev shop",
    ],
    misses: ["passwd -S dev", "usermod -aG docker dev", "npm owner ls", "gh ssh-key list", "aws iam list-users"],
  }),
  harmRule("jobs", {
    name: "delete-crontab",
    level: "unrecorded",
    does: "deletes all planned jobs of the user",
    instead: "Look first with crontab -l, and change one line.",
    hits: ["crontab -r", "crontab /dev/null"],
    misses: ["crontab -l", "crontab jobs.txt"],
  }),
];
