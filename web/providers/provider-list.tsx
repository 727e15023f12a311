/** The providers of one kind, each with its state, its settings and its webhook. */
import { Skeleton, Stack } from "@mantine/core";
import * as providerApi from "#core/contract/provider";
import { useApiQuery } from "../api/hooks.ts";
import { useMay } from "../api/use-may.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { textParam, useRecordDrawer } from "../ui/url-state.ts";
import { ProviderCard } from "./provider-card.tsx";
import { ProviderForm } from "./provider-form.tsx";

export function ProviderList({ kind }: { kind: providerApi.ProviderKind }) {
  const mayConfigure = useMay(providerApi.configure);
  const query = useApiQuery(providerApi.list, { kind }, { poll: true });
  const drawer = useRecordDrawer("set-up", textParam);
  const opened = query.data?.items.find(({ code }) => code === drawer.id);
  if (!query.data && query.error) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={320} radius="md" role="status" aria-label="Loading" />;
  // Those that the store uses come first.
  const items = query.data.items.toSorted((one, other) => Number(other.configured) - Number(one.configured));
  return (
    <Stack gap="md">
      {items.map((provider) => (
        <ProviderCard key={provider.code} provider={provider} onSetUp={() => drawer.open(provider.code)} />
      ))}
      {opened && mayConfigure(opened) && (
        <Drawer
          title={opened.configured ? `${opened.label} settings` : `Set up ${opened.label}`}
          opened={drawer.opened}
          onClose={drawer.close}
        >
          <ProviderForm key={opened.code} provider={opened} onClose={drawer.close} />
        </Drawer>
      )}
    </Stack>
  );
}
