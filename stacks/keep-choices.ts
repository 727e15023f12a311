import type { App } from "sst/constructs";
import { checkEgress } from "#core/net/guard";
import { keptSecret, mergedSettings } from "./kept-secret.ts";
import { choicesName, oneOf, setting, tell } from "./surroundings.ts";

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
  checkSenders();
  return () => keep(after);
}

/** @throws a sentence for what the senders of webhooks would not understand. */
function checkSenders(): void {
  checkEgress("WEBHOOK_EGRESS");
  oneOf("WEBHOOK_PACE", ["economical", "prompt"]);
  const seconds = setting("WEBHOOK_TIMEOUT_SECONDS");
  if (seconds === undefined || /^([1-9]|[12]\d|30)$/.test(seconds)) return;
  throw new Error(`WEBHOOK_TIMEOUT_SECONDS is "${seconds}": it is a number from 1 to 30.`);
}
