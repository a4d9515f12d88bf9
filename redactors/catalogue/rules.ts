import type { Rule } from "../rule.ts";

/** Every token format, in no order that matters. */
export const RULES: readonly Rule[] = [
  ["github-token", "ghp_ gho_ ghu_ ghs_ ghr_", "a36"],
  ["github-app-token", "ghs_", "d1..12 '_eyJ' b10+ '.' b10+ '.' b10+"],
  ["github-pat", "github_pat_", "w82"],
  ["gitlab-token", "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glffct- glimt- glagent- gloas- glwt-", "e20..300"],
  ["aws-access-key-id", "AKIA ASIA ABIA ACCA", "u16", "left"],
  ["slack-token", "xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxc- xoxd- xoxe-", "b10+"],
  ["slack-app-token", "xapp-", "b20+"],
  ["slack-webhook", "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/", "x20..120"],
  ["stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_", "a10..120"],
  ["stripe-webhook-secret", "whsec_", "x24..120"],
  ["openai-key", "sk-proj- sk-svcacct- sk-admin- sk-service-", "b40..220"],
  ["openai-key", "sk-", "a20 'T3BlbkFJ' a20"],
  ["anthropic-key", "sk-ant-", "b30..200"],
  ["google-api-key", "AIza", "b35"],
  ["google-oauth", "ya29.", "b20..2048"],
  ["google-client-secret", "GOCSPX-", "b28"],
  ["docker-token", "dckr_pat_ dckr_oat_", "b24..40"],
  ["npm-token", "npm_", "a36"],
  ["sendgrid-key", "SG.", "b16..24 '.' b38..50", "left"],
];
