/**
 * Matches the end of a path whose file a shell, the desktop or a login runs or asks: `~/.bashrc`,
 * `~/.config/autostart/x.desktop`.
 */
const RUNS_AT_START =
  /(?:^|[\\/])(?:\.bash(?:rc|_profile|_login|_logout)|\.profile|\.z(?:shrc|shenv|profile|login|logout)|\.x(?:profile|initrc|sessionrc)|\.ssh[\\/](?:rc|environment)|\.config[\\/](?:fish[\\/](?:config\.fish|conf\.d[\\/][^\\/]+)|autostart[\\/][^\\/]+|systemd[\\/]user[\\/].+|powershell[\\/][^\\/]*profile\.ps1)|LaunchAgents[\\/][^\\/]+\.plist|(?:Windows)?PowerShell[\\/][^\\/]*profile\.ps1|etc[\\/](?:profile(?:\.d[\\/][^\\/]+)?|bash\.bashrc|zsh[\\/]\w+))$/i;

/** Matches the path of the file with the keys of people who may log in. */
const KEYS = /(?:^|[\\/])\.ssh[\\/]authorized_keys2?$/;

/** Whether a path is that of a file with commands that run at each login or start of a shell. */
export function isStartFile(path: string): boolean {
  return RUNS_AT_START.test(path);
}

/** Whether a path is that of a file with the keys of people who may log in. */
export function isKeyFile(path: string): boolean {
  return KEYS.test(path);
}
