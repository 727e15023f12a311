import type { App } from "sst/constructs";
import { keptAndTold, keptSecret } from "./kept-secret.ts";
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
 * Stores the choices given to this deploy, and adds those of earlier deploys: otherwise a redeploy without them would
 * allow webhooks to private addresses, and send alarms to no one. Separate from the settings, because no function reads
 * them.
 */
export async function keepChoices(app: App): Promise<void> {
  const { before, keep } = await keptSecret(app, choicesName(app));
  const after = keptAndTold(choices, before);
  tell(choices, after);
  await keep(after);
}
