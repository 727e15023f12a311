/** A stock count with only a scanner: one scan per unit, and the code on the screen to save. */
import { ActionIcon, Alert, Button, Group, NativeSelect, Paper, Stack, Text } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { useRef, useState } from "react";
import * as variantApi from "#core/contract/variant";
import { ApiError } from "../../api/api-client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { useSession } from "../../api/session.tsx";
import type { useLocations } from "../../api/use-locations.ts";
import { Barcode } from "../../ui/barcode.tsx";
import { countText } from "../../ui/format/format.tsx";
import { NoPicker } from "../../ui/forms/no-picker.tsx";
import { ScanField } from "../../ui/forms/scan-field.tsx";
import { MinusIcon, PlusIcon } from "../../ui/icons.ts";
import { NoLocation } from "../../ui/layout/no-location.tsx";
import { Breadcrumb, Page } from "../../ui/layout/page.tsx";
import { ChangeResultAlert } from "../changes/change-result.tsx";
import { useLastLocation } from "../use-last-location.ts";
import { corrected, counted, findItem, isOf, readScan, saveCode, type Tallies, type Tally } from "./tally.ts";
import { useSaving } from "./use-saving.ts";

export default function ScanCount() {
  const { open, location, setLast } = useLastLocation();
  return (
    <Page title="Count with a scanner">
      <Breadcrumb to="/stock/levels" label="Stock levels" />
      {open.length > 1 && location && (
        <NativeSelect
          label="Location"
          maw={320}
          value={location.id}
          data={open.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setLast(event.currentTarget.value)}
        />
      )}
      {location ? (
        <CountAt key={location.id} location={location} />
      ) : (
        <NoLocation>Stock is counted at a location.</NoLocation>
      )}
    </Page>
  );
}

type Location = ReturnType<typeof useLocations>["open"][number];
type Heard = { readonly fault: string } | { readonly item: Tally; readonly units: number } | null;

const none: Tallies = [];

function CountAt({ location }: { location: Location }) {
  // The counts survive a reload: a phone may unload the page when it goes to sleep.
  const [tallies, setTallies] = useSessionStorage<Tallies>({
    key: `counted.${location.id}`,
    defaultValue: none,
    getInitialValueInEffect: false,
  });
  const [heard, setHeard] = useState<Heard>(null);
  const { can } = useSession();
  const { save, isSaving, saved } = useSaving(location, setTallies);
  const latest = useRef(tallies);
  latest.current = tallies;

  const count = (item: Tally, units: number) => {
    setTallies((before) => counted(before, item, units));
    setHeard({ item, units });
  };
  const take = async (typed: string) => {
    if (typed.toUpperCase() === saveCode) return save(latest.current);
    const { code, units } = readScan(typed);
    const known = latest.current.find((one) => isOf(one, code));
    if (known) return count(known, units);
    try {
      const found = await findItem(code, location.id);
      if (!found) setHeard({ fault: `There is no item ${code}.` });
      else if (found.trackStock) count(found.tally, units);
      else setHeard({ fault: `The stock of ${found.tally.sku} is not tracked.` });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setHeard({ fault: errorMessage(error).title });
    }
  };
  // A scanner does not wait for answers, so scans are queued.
  const queue = useRef<Promise<void>>(Promise.resolve());
  const scan = (typed: string) => {
    if (typed !== "") queue.current = queue.current.then(() => take(typed));
  };
  const units = tallies.reduce((sum, tally) => sum + tally.counted, 0);
  return (
    <Stack gap="md" maw={640}>
      {can(variantApi.list) ? (
        <ScanField label="Scan each piece" onScan={scan} disabled={isSaving} />
      ) : (
        <NoPicker label="Scan each piece" items="items" right="catalog.read" />
      )}
      <Said heard={heard} tallies={tallies} />
      {saved && saved.items > 0 && (
        <Alert color="teal" role="status" title={`${countText(saved.items, "count")} saved at ${location.name}`} />
      )}
      {saved?.results.map((result) => (
        <ChangeResultAlert key={result.key} result={result} />
      ))}
      {tallies.length > 0 && (
        <>
          <Group justify="space-between" align="end">
            <Stack gap={2}>
              <Text size="xs">Or scan this to save:</Text>
              <Barcode value={saveCode} />
            </Stack>
            <Button loading={isSaving} onClick={() => void save(tallies)}>
              Save {countText(tallies.length, "count")} ({countText(units, "unit")})
            </Button>
          </Group>
          <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }} aria-label="Counted items">
            {tallies.map((tally) => (
              <TallyRow
                key={tally.variantId}
                tally={tally}
                problem={saved?.problems[tally.variantId]}
                onCount={(by) => setTallies((before) => corrected(before, tally, by))}
                onRemove={() => setTallies((before) => before.filter(({ variantId }) => variantId !== tally.variantId))}
              />
            ))}
          </Stack>
        </>
      )}
    </Stack>
  );
}

/** The last scan, large enough to be read from a distance. */
function Said({ heard, tallies }: { heard: Heard; tallies: Tallies }) {
  if (!heard) {
    return (
      <Text size="sm" c="dimmed">
        Each scan counts one. To count twelve at once, type 12*SKU and press Enter. Items that are not scanned stay as
        they are.
      </Text>
    );
  }
  if ("fault" in heard) return <Alert color="red" role="alert" title={heard.fault} />;
  const { sku, counted: now = 0 } = tallies.find(({ variantId }) => variantId === heard.item.variantId) ?? heard.item;
  return (
    <Text role="status" fw={700} size="xl">
      {sku}: {now}
    </Text>
  );
}

interface RowProps {
  readonly tally: Tally;
  readonly problem: string | undefined;
  readonly onCount: (by: number) => void;
  readonly onRemove: () => void;
}

function TallyRow({ tally: { sku, title, counted: units, expected }, problem, onCount, onRemove }: RowProps) {
  const difference = units - expected;
  return (
    <Paper component="li" withBorder p="xs" aria-label={`${sku}: ${units} of ${expected} on hand`}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={550}>
            {title}
          </Text>
          <Text size="xs" ff="monospace" style={{ overflowWrap: "anywhere" }}>
            {sku}
          </Text>
          <Text size="xs" {...(difference === 0 && { c: "dimmed" })}>
            {expected} on hand so far
            {difference !== 0 && ` (${Math.abs(difference)} ${difference > 0 ? "more" : "fewer"})`}
          </Text>
          {problem && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {problem}
            </Text>
          )}
        </Stack>
        <Group gap={6} wrap="nowrap">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={units === 0 ? `Do not count ${sku}` : `One ${sku} fewer`}
            onClick={() => (units === 0 ? onRemove() : onCount(-1))}
          >
            <MinusIcon size={16} />
          </ActionIcon>
          <Text fw={700} size="lg" miw={44} ta="center">
            {units}
          </Text>
          <ActionIcon variant="default" size="lg" aria-label={`One ${sku} more`} onClick={() => onCount(1)}>
            <PlusIcon size={16} />
          </ActionIcon>
        </Group>
      </Group>
    </Paper>
  );
}
