/** Receive, count and correct: at one item's page, or item after item with a scanner in the hand. */
import { NativeSelect, Stack, Text } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useState } from "react";
import * as stockApi from "#core/contract/stock";
import { useApiQuery } from "../api/hooks.ts";
import { useLocations } from "../api/use-locations.ts";
import { Panel } from "../ui/drawer.tsx";
import { Problem } from "../ui/error-alert.tsx";
import { VariantPicker } from "../ui/forms/variant-picker.tsx";
import { TextLink } from "../ui/links.tsx";
import { idParam, useUrlState } from "../ui/url-state.ts";
import { AdjustForm } from "./adjust-form.tsx";
import { type Done, Outcome } from "./change-result.tsx";
import { CountForm } from "./count-form.tsx";
import type { LocationId, VariantId, VariantStock } from "./labels.ts";
import { ReceiveForm } from "./receive-form.tsx";

export type Kind = Done["kind"];

const titles: Readonly<Record<Kind, string>> = { receive: "Receive goods", count: "Count", adjust: "Correct" };

interface Opened {
  readonly kind: Kind;
  readonly opened: boolean;
  readonly close: () => void;
}

/** For the one item of a page. */
export function ShelfPanel({ kind, opened, close, of }: Opened & { of: VariantStock }) {
  const [done, setDone] = useState<Done[]>([]);
  return (
    <Panel title={`${titles[kind]}: ${of.sku}`} opened={opened} onClose={close} size="md">
      <Stack gap="md">
        <Outcomes of={done} />
        <AtLocation kind={kind} of={of} onDone={(one) => setDone([one])} />
      </Stack>
    </Panel>
  );
}

/** One item after the other, at the same location. Which one it is stands in the address: `?open=count&variant=var_…`. */
export function Scanning({ kind, opened, close }: Opened) {
  const [search, setSearch] = useUrlState();
  const variantId = opened && search["variant"] ? idParam("var")(search["variant"]) : undefined;
  const choose = (variant: VariantId | undefined) => void setSearch({ variant }, { replace: true });
  const [done, setDone] = useState<Done[]>([]);
  return (
    <Panel title={titles[kind]} opened={opened} onClose={close} size="md">
      <Stack gap="md">
        {/* A new one once an item is done: it takes the focus, ready for the next scan. */}
        <VariantPicker
          key={variantId === undefined ? "next" : "chosen"}
          label="Item"
          autoFocus={variantId === undefined}
          onPick={(picked) => choose(picked.id)}
        />
        {variantId && (
          <Picked
            key={variantId}
            kind={kind}
            id={variantId}
            onDone={(one) => {
              setDone([one, ...done]);
              choose(undefined);
            }}
          />
        )}
        <Outcomes of={done} />
      </Stack>
    </Panel>
  );
}

function Picked({ kind, id, onDone }: { kind: Kind; id: VariantId; onDone: (done: Done) => void }) {
  const answer = useApiQuery(stockApi.read, { id }, { keepPrevious: false });
  if (!answer.data) return <Problem of={answer.error} retry={() => void answer.refetch()} />;
  const { sku, title } = answer.data;
  return (
    <>
      <div>
        <TextLink to="/stock/levels/$id" params={{ id }} fw={600}>
          {sku}
        </TextLink>
        <Text size="sm">{title}</Text>
      </div>
      <AtLocation kind={kind} of={answer.data} onDone={onDone} />
    </>
  );
}

interface AtProps {
  readonly kind: Kind;
  readonly of: VariantStock;
  readonly onDone: (done: Done) => void;
}

function AtLocation({ kind, of, onDone }: AtProps) {
  const { open, isLoaded } = useLocations();
  const [search] = useUrlState();
  // Where one stands does not change from one item to the next, nor from one day to the next.
  const [last, setLast] = useLocalStorage<string>({
    key: "stock.at",
    defaultValue: "",
    getInitialValueInEffect: false,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const wanted = [chosen, search["at"], last];
  const at = wanted.map((id) => open.find((one) => one.id === id)).find((one) => one !== undefined) ?? open[0];
  if (!of.trackStock)
    return <Text size="sm">The stock of {of.sku} is not counted, so there is nothing to change.</Text>;
  if (!at) return isLoaded ? <Text size="sm">There is no open location.</Text> : null;
  const shelf = shelfOf(of, at.id);
  const Form = kind === "receive" ? ReceiveForm : kind === "count" ? CountForm : AdjustForm;
  return (
    <>
      <NativeSelect
        label="Location"
        value={at.id}
        data={open.map(({ id, name }) => ({ value: id, label: `${name} (${shelfOf(of, id).onHand} on hand)` }))}
        onChange={(event) => {
          setChosen(event.currentTarget.value);
          setLast(event.currentTarget.value);
        }}
      />
      <Form
        key={`${of.variantId} ${at.id}`}
        of={of}
        at={at}
        shelf={shelf}
        onDone={(changed) =>
          onDone({
            id: crypto.randomUUID(),
            kind,
            sku: of.sku,
            variantId: of.variantId,
            locationName: at.name,
            changed,
          })
        }
      />
    </>
  );
}

const shelfOf = ({ locations }: VariantStock, id: LocationId) =>
  locations.find(({ locationId }) => locationId === id) ?? { onHand: 0, reserved: 0, committed: 0, available: 0 };

function Outcomes({ of }: { of: readonly Done[] }) {
  return (
    <div role="status">
      <Stack gap="xs">
        {of.map((done) => (
          <Outcome key={done.id} of={done} />
        ))}
      </Stack>
    </div>
  );
}
