/** Makes one harmless request with a provider's settings, and shows the answer in the provider's own words. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import * as providerApi from "#core/contract/provider";
import { useApiMutation, useApiQuery } from "../api/hooks.ts";
import { useRefetchWhile } from "../api/use-refetch-while.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { PlugIcon } from "../ui/icons.ts";
import { CallStory } from "./call-story.tsx";
import { isOpenCall } from "./labels.ts";
import classes from "./providers.module.css";
import type { Call, Provider } from "./types.ts";

const polled = [providerApi.listCalls, providerApi.list];

export function TestProvider({ provider }: { provider: Provider }) {
  const { code, label } = provider;
  const test = useApiMutation(providerApi.test);
  const call = useLatest(test.data, code);
  return (
    <Stack gap="xs">
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<PlugIcon size={14} />}
          loading={test.isPending}
          aria-label={`Test ${label}`}
          onClick={() => test.mutate({ code })}
        >
          Test
        </Button>
      </Group>
      <ErrorAlert error={test.error} onRetry={() => test.mutate({ code })} />
      {call && !test.isPending && (
        <div role="status">
          <Result provider={provider} call={call} />
        </div>
      )}
    </Stack>
  );
}

/** The current state of the call: the mutation's answer may have come before the provider's. */
function useLatest(started: Call | undefined, provider: string): Call | undefined {
  const isOpen = started !== undefined && isOpenCall(started);
  const query = useApiQuery(providerApi.listCalls, { provider, limit: 20 }, { enabled: isOpen });
  const latest = query.data?.items.find(({ id }) => id === started?.id) ?? started;
  useRefetchWhile(isOpen && latest && isOpenCall(latest) ? latest.id : "", polled);
  return latest;
}

function Result({ provider: { label, mode }, call }: { provider: Provider; call: Call }) {
  const { status, says } = call;
  const [color, title] =
    status === "done"
      ? (["green", `${label} accepted these settings`] as const)
      : status === "refused"
        ? (["red", `${label} rejected these settings`] as const)
        : (["yellow", `${label} has not answered yet`] as const);
  return (
    <Alert color={color} title={title} py="xs" role="group">
      <Stack gap={6}>
        <Text size="sm" className={classes["words"] ?? ""}>
          {status === "done"
            ? mode === "test"
              ? "These are test-mode settings: no real money moves."
              : "These are live settings: real money moves."
            : (says ?? "The store keeps trying until it answers.")}
        </Text>
        <CallStory call={call} />
      </Stack>
    </Alert>
  );
}
