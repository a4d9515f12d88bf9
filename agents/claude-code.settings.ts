import type { Shape } from "./formats/shape.ts";
import { wordsOf } from "./formats/describe-shape.ts";

/**
 * The form of Claude Code's settings files, tested key by key on release 2.1.332. If a file breaks this form, Claude
 * Code loads nothing of the file. This table leaves out keys that Claude Code does not know, and keys of which it drops
 * a wrong value but loads the rest of the file.
 */

/** Maps each key of a list, given as words in one string, to the same form. */
function all<Kind extends Shape>(kind: Kind, names: string): Record<string, Kind> {
  return Object.fromEntries(wordsOf(names).map((name) => [name, kind]));
}

const TEXTS: Shape = { list: "text" };
const WHOLE: Shape = { number: { whole: true } };

/** Keys that a hook of every type may have. */
const HOOK: Readonly<Record<string, Shape>> = {
  ...all("text", "if statusMessage"),
  once: "truth",
  timeout: { number: { above: 0 } },
  onFailure: { oneOf: "continue block" },
};

const ASKED: Shape = { keys: { ...HOOK, ...all("text", "prompt model") }, needs: "prompt" };

const KINDS: Readonly<Record<string, Shape>> = {
  command: {
    keys: {
      ...HOOK,
      ...all("text", "command rewakeMessage rewakeSummary"),
      ...all("truth", "async asyncRewake"),
      args: TEXTS,
      shell: { oneOf: "bash powershell" },
    },
    needs: "command",
  },
  http: { keys: { ...HOOK, url: "url", headers: { map: "text" }, allowedEnvVars: TEXTS }, needs: "url" },
  mcp_tool: { keys: { ...HOOK, ...all("text", "server tool"), input: "object" }, needs: "server tool" },
  prompt: ASKED,
  agent: ASKED,
};

/**
 * The form of an event with guards. For other events Claude Code leaves out an entry of a wrong form and loads the
 * rest.
 */
const GUARDS: Shape = {
  either: [
    "null",
    { list: { keys: { matcher: "text", hooks: { list: { by: "type", kinds: KINDS } } }, needs: "hooks" } },
  ],
};

const PERMISSIONS: Shape = {
  keys: {
    ...all({ list: "any" }, "allow deny ask"),
    additionalDirectories: TEXTS,
    ...all({ oneOf: "disable" }, "disableBypassPermissionsMode disableAutoMode"),
    defaultMode: { oneOf: "acceptEdits auto bypassPermissions default dontAsk plan" },
  },
};

const SANDBOX: Shape = {
  keys: {
    ...all(
      "truth",
      "enabled failIfUnavailable autoAllowBashIfSandboxed allowUnsandboxedCommands enableWeakerNestedSandbox " +
        "allowNestedUserNamespaces enableWeakerNetworkIsolation allowAppleEvents",
    ),
    network: { keys: all(TEXTS, "allowedDomains deniedDomains allowUnixSockets") },
    filesystem: { keys: all(TEXTS, "allowRead denyRead allowWrite denyWrite") },
    credentials: "object",
    ignoreViolations: { map: TEXTS },
    excludedCommands: TEXTS,
  },
};

const TRUTHS = `
  respectGitignore wslInheritsWindowsSettings includeCoAuthoredBy includeGitInstructions disableAllHooks disableReplyCheck
  workflowKeywordTriggerEnabled bashEditDiffEnabled respondToBashCommands allowAllClaudeAiMcps
  allowClaudeInChromeWithManagedMcp allowNestedModelAccessUnderForceLogin forceRemoteSettingsRefresh spinnerTipsEnabled
  clawdFileProgressEnabled syntaxHighlightingDisabled terminalTitleFromRename alwaysThinkingEnabled fastMode
  promptSuggestionEnabled emojiCompletionEnabled awaySummaryEnabled showClearContextOnPlanAccept prefersReducedMotion
  doneMeansMerged totalTokensReminderAfterUserTurn autoMemoryEnabled autoDreamEnabled showThinkingSummaries verbose
  autoCompactEnabled precomputeCompactionEnabled idleCompaction switchModelsOnFlag autoScrollEnabled
  wheelScrollAccelerationEnabled showTurnDuration showMessageTimestamps terminalProgressBarEnabled todoFeatureEnabled
  inputNeededNotifEnabled agentPushNotifEnabled`;

/** Booleans for which null means "not set". */
const TRUTHS_OR_NULL = `
  syncClaudeAiSkills syncClaudeAiPlugins enforceAvailableModels enableAllProjectMcpServers disableClaudeAiConnectors
  disableBundledSkills disableDirectMcpSkills disableAgentView disableRemoteControl disableWorkflows disableArtifact
  enableArtifact enableWorkflows disableSkillShellExecution disableWindowsBashCommandSplit allowManagedHooksOnly
  allowManagedPermissionRulesOnly allowManagedMcpServersOnly disableCommandPluginSources disableSideloadFlags
  skipWebFetchPreflight fastModePerSessionOptIn responseComparisonEnabled channelsEnabled skipDangerousModePermissionPrompt
  skipWorkflowUsageWarning autoContinueAtUsageLimit fileCheckpointingEnabled remoteControlAtStartup isolatePeerMachines
  autoUploadSessions`;

const NAMES = `
  $schema apiKeyHelper proxyAuthHelper awsCredentialExport awsAuthRefresh gcpAuthRefresh processWrapper attributionProject
  model modelCatalogUrl modelCatalogPublicKey prUrlTemplate otelHeadersHelper outputStyle language advisorModel agent
  minimumVersion requiredMinimumVersion requiredMaximumVersion downloadsMirrorUrl plansDirectory timeFormat timeZone
  autoMemoryDirectory claudeMd pluginTrustMessage`;

const LISTS = `
  fallbackModel availableModels allowedHttpHookUrls httpHookAllowedEnvVars pluginSuggestionMarketplaces
  companyAnnouncements claudeMdExcludes`;

export const CLAUDE_SETTINGS: Shape = {
  keys: {
    ...all("truth", TRUTHS),
    ...all({ either: ["truth", "null"] }, TRUTHS_OR_NULL),
    ...all("text", NAMES),
    ...all(TEXTS, LISTS),
    ...all(WHOLE, "desktopSessionCleanupPeriodDays skillListingMaxDescChars totalTokensReminderBudget"),
    ...all({ number: { to: 1 } }, "skillListingBudgetFraction feedbackSurveyRate"),
    ...all({ either: ["text", TEXTS] }, "enabledMcpjsonServers disabledMcpjsonServers forceLoginOrgUUID"),
    ...all({ either: [{ list: "object" }, "null"] }, "strictKnownMarketplaces allowedMarketplaces blockedMarketplaces"),
    allowedChannelPlugins: { list: "object" },
    sshConfigs: { list: { keys: { ...all("text", "id name sshHost"), sshPort: WHOLE }, needs: "id name sshHost" } },
    ...all({ oneOf: "first-wins merge" }, "parentSettingsBehavior managedSourcesBehavior"),
    cleanupPeriodDays: { number: { from: 1, whole: true } },
    env: "object",
    permissions: PERMISSIONS,
    sandbox: SANDBOX,
    hooks: { keys: { PreToolUse: GUARDS, PermissionRequest: GUARDS } },
    statusLine: {
      keys: { type: { oneOf: "command" }, command: "text", padding: "number", hideVimModeIndicator: "truth" },
      needs: "type command",
    },
    fileSuggestion: { keys: { type: { oneOf: "command" }, command: "text" }, needs: "type command" },
    attribution: { either: ["truth", { keys: { ...all("text", "commit pr"), sessionUrl: "truth" } }] },
    spinnerVerbs: { keys: { mode: { oneOf: "append replace" }, verbs: TEXTS }, needs: "mode verbs" },
    enabledPlugins: { map: { either: ["truth", TEXTS] } },
    pluginConfigs: { map: { keys: { mcpServers: "object", options: "object" } } },
    skillOverrides: { map: { oneOf: "on name-only user-invocable-only off" } },
    modelOverrides: { map: "text" },
    worktree: { keys: { ...all(TEXTS, "symlinkDirectories sparsePaths"), baseRef: { oneOf: "fresh head" } } },
    breakReminder: {
      keys: {
        enabled: "truth",
        message: "text",
        ...all({ number: { above: 0, whole: true } }, "intervalMinutes breakThresholdMinutes"),
      },
    },
    quietHours: { keys: { enabled: "truth", ...all("text", "start end") } },
    remote: { keys: { defaultEnvironmentId: "text" } },
    remoteTools: { keys: { allowUnattendedServing: "truth" } },
    voice: { keys: { ...all("truth", "enabled autoSubmit"), mode: { oneOf: "hold tap" } } },
    workflowSizeGuideline: { oneOf: "unrestricted small medium large" },
    defaultShell: { oneOf: "bash powershell" },
    autoUpdatesChannel: { oneOf: "latest stable rc" },
    tui: { oneOf: "default fullscreen" },
    totalTokensReminder: { oneOf: "off infinite fixed countdown padded-countdown" },
    daemonColdStart: { oneOf: "transient ask" },
    feedbackDrafts: { either: [{ oneOf: "notify quiet off" }, "null"] },
    disableAutoMode: { either: [{ oneOf: "disable" }, "null"] },
  },
};
