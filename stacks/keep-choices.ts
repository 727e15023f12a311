import type { App } from "sst/constructs";
import { keptAndTold, keptSecret } from "./kept-secret.ts";
import { choicesName, tell } from "./surroundings.ts";

/** What a deploy is told besides secrets. Each makes a store that is safer, or found, or heard of. */
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
 * Keeps what this deploy is told, and tells it what earlier ones were: a redeploy that does not name them again would
 * otherwise send webhooks to private addresses, and ring for nobody. Apart from the settings, for no function reads them.
 */
export async function keepChoices(app: App): Promise<void> {
  const { before, keep } = await keptSecret(app, choicesName(app));
  const after = keptAndTold(choices, before);
  tell(choices, after);
  await keep(after);
}
