/** A stock count with only a scanner: one scan per unit, and the code on the screen to save. */
import { Alert, Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";
import * as variantApi from "#core/contract/variant";
import { ApiError } from "../../api/api-client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { useSession } from "../../api/session.tsx";
import type { useLocations } from "../../api/use-locations.ts";
import { Barcode } from "../../ui/barcode.tsx";
import { countText } from "../../ui/format/format.tsx";
import { NoPicker } from "../../ui/forms/no-picker.tsx";
import { NoLocation } from "../../ui/layout/no-location.tsx";
import { Breadcrumb, Page } from "../../ui/layout/page.tsx";
import { ScanField } from "../../ui/scan/scan-field.tsx";
import { ChangeResultAlert } from "../changes/change-result.tsx";
import { useLastLocation } from "../use-last-location.ts";
import { useTallies } from "./kept-tallies.ts";
import { corrected, counted, findItem, isOf, readScan, saveCode, type Tallies, type Tally } from "./tally.ts";
import { TallyRow } from "./tally-row.tsx";
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

/** The save code read again within this time was read twice: no one has seen yet what was refused. */
const againMs = 1_000;

function CountAt({ location }: { location: Location }) {
  const { tallies, latest, change } = useTallies(location.id);
  const [heard, setHeard] = useState<Heard>(null);
  const { can } = useSession();
  const { save, isSaving, saved } = useSaving(location, change);

  const count = (item: Tally, units: number) => {
    change((before) => counted(before, item, units));
    setHeard({ item, units });
  };
  const take = async (typed: string) => {
    if (typed === saveCode) return save(latest());
    const { code, units } = readScan(typed);
    const known = latest().find((one) => isOf(one, code));
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
  // A scanner does not wait for answers, nor for a save, so scans are queued.
  const queue = useRef<Promise<void>>(Promise.resolve());
  const last = useRef<{ readonly code: string } | null>(null);
  const scan = (typed: string) => {
    const code = typed.toUpperCase() === saveCode ? saveCode : typed;
    if (code === "" || (code === saveCode && last.current?.code === saveCode)) return;
    const mine = { code };
    last.current = mine;
    queue.current = queue.current
      .then(() => take(code))
      .finally(() => {
        setTimeout(() => {
          if (last.current === mine) last.current = null;
        }, againMs);
      });
  };
  const correct = (next: (before: Tallies) => Tallies) => {
    last.current = null;
    change(next);
  };
  const units = tallies.reduce((sum, tally) => sum + tally.counted, 0);
  return (
    <Stack gap="md" maw={640}>
      {can(variantApi.list) ? (
        <ScanField label="Scan each piece" onScan={scan} />
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
            <Button loading={isSaving} onClick={() => scan(saveCode)}>
              Save {countText(tallies.length, "count")} ({countText(units, "unit")})
            </Button>
          </Group>
          <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }} aria-label="Counted items">
            {tallies.map((tally) => (
              <TallyRow
                key={tally.variantId}
                tally={tally}
                problem={saved?.problems[tally.variantId]}
                onCount={(by) => correct((before) => corrected(before, tally, by))}
                onRemove={() => correct((before) => before.filter(({ variantId }) => variantId !== tally.variantId))}
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
