/** The drawers to receive, count and adjust: for the item of a page, or for one item after the other with a scanner. */
import { Alert, Button, NativeSelect, Stack, Text } from "@mantine/core";
import { useCallback, useRef, useState } from "react";
import * as stockApi from "#core/contract/stock";
import * as variantApi from "#core/contract/variant";
import { useApiQuery } from "../../api/hooks.ts";
import { useSession } from "../../api/session.tsx";
import { useLocations } from "../../api/use-locations.ts";
import { labelsOf } from "../../labels/chosen-items.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { countText } from "../../ui/format/format.tsx";
import { type Variant, VariantPicker } from "../../ui/forms/variant-picker.tsx";
import { Drawer } from "../../ui/layout/drawer.tsx";
import { NoLocation } from "../../ui/layout/no-location.tsx";
import { TextLink } from "../../ui/links/links.tsx";
import { useUrlState } from "../../ui/url-state.ts";
import type { LocationId, StockAction, VariantId, VariantStockDetail } from "../types.ts";
import { useLastLocation } from "../use-last-location.ts";
import { AdjustForm } from "./adjust-form.tsx";
import { type ChangeResult, ChangeResultAlert } from "./change-result.tsx";
import { CountForm } from "./count-form.tsx";
import { ReceiveForm } from "./receive-form.tsx";
import type { StockFormProps as FormProps, OnTyping, Typed } from "./stock-form.ts";
import { useDrawerItem } from "./use-drawer-item.ts";

const titles: Readonly<Record<StockAction, string>> = { receive: "Receive goods", count: "Count", adjust: "Adjust" };
const forms = { receive: ReceiveForm, count: CountForm, adjust: AdjustForm } as const;

interface DrawerProps {
  readonly action: StockAction;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** For the item of a page. */
export function StockDrawer({ action, opened, onClose, stock }: DrawerProps & { stock: VariantStockDetail }) {
  const [results, setResults] = useState<ChangeResult[]>([]);
  return (
    <Drawer title={`${titles[action]}: ${stock.sku}`} opened={opened} onClose={onClose} size="md">
      <Stack gap="md">
        <Results results={results} />
        <StockForm action={action} stock={stock} onSuccess={(result) => setResults([result])} />
      </Stack>
    </Drawer>
  );
}

/** One item after the other, at the same location. */
export function ScanDrawer({ action, opened, onClose }: DrawerProps) {
  const [, setSearch] = useUrlState();
  const { named, kept, release } = useDrawerItem(opened);
  const [results, setResults] = useState<ChangeResult[]>([]);
  const [typed, setTyped] = useState<Readonly<Record<VariantId, Typed>>>({});
  const [keptReason, setKeptReason] = useState("");
  const onTyping = useCallback<OnTyping>((item, now, reason) => {
    setTyped((before) => ({ ...before, [item]: now }));
    if (now === "saving") setKeptReason(reason);
  }, []);
  const isTyping = kept !== undefined && typed[kept] === "unsaved";
  /** Items that were being saved when the next one was scanned: hidden, and shown again if they are not saved. */
  const [earlier, setEarlier] = useState<readonly VariantId[]>([]);
  /** The item that was scanned before what is typed for the one on screen was saved. */
  const [scanned, setScanned] = useState<{ readonly item: Variant; readonly after: VariantId } | null>(null);
  const next = scanned?.after === kept ? scanned?.item : undefined;
  const scan = useRef<(code: string) => void>(null);
  const show = ({ id }: { id: VariantId }) => {
    setScanned(null);
    const isSaving = kept !== undefined && typed[kept] === "saving";
    setEarlier((before) => [...before, ...(isSaving ? [kept] : [])].filter((one) => one !== id));
    void setSearch({ variant: id }, { replace: true });
  };
  const close = () => {
    setScanned(null);
    setKeptReason("");
    onClose();
  };
  return (
    <Drawer title={titles[action]} opened={opened} onClose={close} size="md">
      <Stack gap="md">
        {/* The key resets it after each item, so that it has the focus for the next scan. */}
        <VariantPicker
          key={named === undefined ? "next" : "chosen"}
          label="Item"
          scan={scan}
          autoFocus={named === undefined}
          onPick={(item) => {
            if (kept === undefined || item.id === kept || !isTyping) show(item);
            else setScanned({ item, after: kept });
          }}
        />
        {next && isTyping && (
          <Alert color="orange" role="alert" title="What you typed below is not saved yet">
            <Stack gap="xs" align="start">
              <Text size="sm">{next.sku} comes next, once it is saved.</Text>
              <Button size="xs" variant="default" onClick={() => show(next)}>
                Go on to {next.sku} without saving
              </Button>
            </Stack>
          </Alert>
        )}
        {[...(kept ? [kept] : []), ...earlier.filter((one) => one !== kept)].map((id) => (
          <Stack key={id} gap="md" {...(id !== kept && typed[id] === "saving" && { display: "none" })}>
            <ScannedItem
              action={action}
              id={id}
              keptReason={keptReason}
              onTyping={onTyping}
              onScan={(code) => scan.current?.(code)}
              onSuccess={(result) => {
                setResults((before) => [result, ...before]);
                setEarlier((before) => before.filter((one) => one !== id));
                release(id);
                setScanned((now) => (now?.after === id ? null : now));
                // The next item may have been scanned before the answer came.
                const after = scanned?.after === id ? scanned.item.id : undefined;
                void setSearch((now) => (now["variant"] === id ? { variant: after } : {}), { replace: true });
              }}
            />
          </Stack>
        ))}
        <Results results={results} />
        {action === "receive" && kept === undefined && (
          <TextLink to="/stock/receive" size="sm">
            Receive a whole delivery at once
          </TextLink>
        )}
        {action === "count" && kept === undefined && (
          <TextLink to="/stock/count" size="sm">
            Count with a scanner alone, one scan for each piece
          </TextLink>
        )}
      </Stack>
    </Drawer>
  );
}

interface ScannedItemProps extends Omit<StockFormProps, "stock"> {
  readonly id: VariantId;
}

function ScannedItem({ id, ...rest }: ScannedItemProps) {
  const query = useApiQuery(stockApi.read, { id }, { keepPrevious: false });
  if (!query.data) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  const { sku, title } = query.data;
  return (
    <>
      <div>
        <TextLink to="/stock/levels/$id" params={{ id }} fw={600}>
          {sku}
        </TextLink>
        <Text size="sm">{title}</Text>
      </div>
      <StockForm stock={query.data} {...rest} />
    </>
  );
}

interface StockFormProps extends Pick<FormProps, "keptReason" | "onTyping" | "onScan"> {
  readonly action: StockAction;
  readonly stock: VariantStockDetail;
  readonly onSuccess: (result: ChangeResult) => void;
}

function StockForm({ action, stock, onSuccess, ...scanning }: StockFormProps) {
  const { nameOf } = useLocations();
  const { open, location: last, setLast } = useLastLocation();
  const [search] = useUrlState();
  /** The location whose button was pressed: it counts, whatever was chosen here before. */
  const at = search["open"] === action ? search["at"] : undefined;
  const [begunAt, setBegunAt] = useState(at);
  const [chosen, setChosen] = useState(at);
  if (at !== begunAt) {
    setBegunAt(at);
    if (at) setChosen(at);
  }
  const location = open.find(({ id }) => id === chosen) ?? last;
  if (!stock.trackStock) return <Text size="sm">The stock of {stock.sku} is not tracked.</Text>;
  if (!location) return <NoLocation>Stock is kept at a location.</NoLocation>;
  const Form = forms[action];
  return (
    <>
      <NativeSelect
        label="Location"
        value={location.id}
        data={open.map(({ id, name }) => ({ value: id, label: `${name} (${levelAt(stock, id).onHand} on hand)` }))}
        onChange={(event) => {
          setChosen(event.currentTarget.value);
          setLast(event.currentTarget.value);
        }}
      />
      <Form
        // A count begins with the level at its location; other units that were typed are kept.
        key={action === "count" ? `${stock.variantId} ${location.id}` : stock.variantId}
        stock={stock}
        location={location}
        level={levelAt(stock, location.id)}
        {...scanning}
        onSuccess={(change, received) =>
          onSuccess({
            key: crypto.randomUUID(),
            sku: stock.sku,
            variantId: stock.variantId,
            // Another location may have been chosen since it was sent.
            locationName: nameOf(change.level.locationId),
            change,
            received: received ?? null,
          })
        }
      />
    </>
  );
}

const levelAt = ({ locations }: VariantStockDetail, id: LocationId) =>
  locations.find(({ locationId }) => locationId === id) ?? { onHand: 0, reserved: 0, committed: 0, available: 0 };

function Results({ results }: { results: readonly ChangeResult[] }) {
  const { can } = useSession();
  const received = results.flatMap(({ variantId, received: copies }) => (copies ? [{ id: variantId, copies }] : []));
  const units = received.reduce((sum, { copies }) => sum + copies, 0);
  return (
    <div role="status">
      <Stack gap="xs">
        {units > 0 && can(variantApi.list) && (
          <TextLink to="/products/labels" search={labelsOf(received)} size="sm">
            Print {countText(units, "label")} for what was received
          </TextLink>
        )}
        {results.map((result) => (
          <ChangeResultAlert key={result.key} result={result} />
        ))}
      </Stack>
    </div>
  );
}
