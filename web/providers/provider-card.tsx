/** One provider: its state, its actions and its webhook URL. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import * as providerApi from "#core/contract/provider";
import { useSession } from "../api/session.tsx";
import { useMay } from "../api/use-may.ts";
import { countText, DateTime } from "../ui/format/format.tsx";
import { SettingsIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { ProviderBadges } from "./badges.tsx";
import classes from "./providers.module.css";
import { RemoveProvider } from "./remove-provider.tsx";
import { TestProvider } from "./test-provider.tsx";
import type { Provider } from "./types.ts";
import { WebhookAddress } from "./webhook-address.tsx";

export function ProviderCard({ provider, onSetUp }: { provider: Provider; onSetUp: () => void }) {
  const { can } = useSession();
  const mayConfigure = useMay(providerApi.configure)(provider);
  const { label, configured, fields, cannotRefund } = provider;
  // A provider without settings makes no requests: it is always available, with nothing to set up or test.
  const asksNobody = fields.length === 0;
  const canUse = !asksNobody && can(providerApi.configure);
  return (
    <Card
      title={label}
      actions={
        canUse && (
          <>
            {configured && <RemoveProvider provider={provider} />}
            {mayConfigure && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<SettingsIcon size={14} />}
                aria-label={configured ? `Settings of ${label}` : `Set up ${label}`}
                onClick={onSetUp}
              >
                {configured ? "Settings" : "Set up"}
              </Button>
            )}
          </>
        )
      }
    >
      <Stack gap="sm">
        {asksNobody ? (
          <Text size="sm" c="dimmed">
            Needs no account. {cannotRefund}
          </Text>
        ) : (
          <Group gap={6}>
            <ProviderBadges provider={provider} />
            <OpenCalls provider={provider} />
          </Group>
        )}
        <Failure provider={provider} />
        {!asksNobody && cannotRefund && (
          <Text size="sm" c="dimmed">
            {cannotRefund}
          </Text>
        )}
        {configured && <WebhookAddress provider={provider} />}
        {canUse && !mayConfigure && (
          <Text size="sm" c="dimmed">
            Emails contain links that grant access: only someone with every right can set up a sender of them.
          </Text>
        )}
        {configured && canUse && <TestProvider provider={provider} />}
      </Stack>
    </Card>
  );
}

/** The number of its open requests, with a link to their list. */
function OpenCalls({ provider: { code, open } }: { provider: Provider }) {
  if (open === 0) return null;
  return (
    <TextLink to="/payments/requests" search={{ provider: code }} size="sm">
      {countText(open, "request")} not completed yet
    </TextLink>
  );
}

function Failure({ provider: { lastFailure, pausedUntil, configured, label, webhook } }: { provider: Provider }) {
  if (!configured) return null;
  return (
    <>
      {lastFailure && (
        <Alert color="red" title={`The last request to ${label} failed`} py="xs">
          <Text size="sm" className={classes["words"] ?? ""}>
            <DateTime value={lastFailure.at} />: {lastFailure.says}
          </Text>
        </Alert>
      )}
      {webhook?.refusedAt && (
        <Alert color="orange" title={`An update from ${label} was refused`} py="xs">
          <Text size="sm">
            <DateTime value={webhook.refusedAt} />: its signature or secret is not valid. Compare the settings here with
            those of the webhook in {label}.
          </Text>
        </Alert>
      )}
      {pausedUntil && (
        <Text size="sm">
          {label} is limiting requests: none are sent until <DateTime value={pausedUntil} inSentence />.
        </Text>
      )}
    </>
  );
}
