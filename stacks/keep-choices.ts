import type { App } from "sst/constructs";
import { checkSettings } from "#core/check-settings";
import { keptSecret, mergedSettings } from "./kept-secret.ts";
import { choicesName, tell } from "./surroundings.ts";

/** The settings of a deploy that are not secret. */
export const choices: readonly string[] = [
  "PUBLIC_URL",
  "DOMAIN",
  "CERTIFICATE_ARN",
  "ALARM_EMAIL",
  "WEBHOOK_EGRESS",
  "WEBHOOK_TIMEOUT_SECONDS",
  "WEBHOOK_PACE",
  "VPC_ID",
  "VPC_ENDPOINTS",
  "NAT",
  "DATABASE_STANDBY",
  "DATABASE_MAX_CONNECTIONS",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
];

/**
 * Tells the stacks the choices given to this deploy and those of earlier ones: otherwise a redeploy without them would
 * allow webhooks to private addresses, and send alarms to no one. Separate from the settings, because no function reads
 * them.
 * @returns what stores them, once the stacks have taken them.
 */
export async function keepChoices(app: App): Promise<() => Promise<void>> {
  const { before, keep } = await keptSecret(app, choicesName(app));
  const after = mergedSettings(choices, before);
  tell(choices, after);
  checkSettings();
  return () => keep(after);
}
