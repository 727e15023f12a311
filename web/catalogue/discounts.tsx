/** Discount codes: what each is worth, when, and how often it has been used. */
import { Button, Checkbox, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as discount from "#core/contract/discount";
import { answerOf } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { drawerAt, useDrawerOf } from "../stock/opened.ts";
import { flag, idOf, text, useDrawer, useFilters } from "../ui/address.ts";
import { ChoiceFilter, FilterBar, FlagFilter, SearchFilter } from "../ui/filters.tsx";
import { FormEnd, useActForm } from "../ui/form.tsx";
import { When } from "../ui/format.tsx";
import { useKeys } from "../ui/keys.ts";
import { majorFrom, moneyText } from "../ui/money.ts";
import { Empty, Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { sayDone } from "../ui/said.tsx";
import { type Column, DataTable } from "../ui/table.tsx";
import { usePages } from "../ui/use-pages.ts";
import { AmountInput, amountIn } from "./amount-input.tsx";
import { Small } from "./badges.tsx";
import { clockText, momentIn } from "./clock.ts";
import type { GetInputProps } from "./fields.ts";
import { RecordPanel } from "./record-panel.tsx";
import { Remove } from "./remove.tsx";
import { basisPointsIn, type Discount, percentText } from "./words.ts";

const fields = { q: text, active: flag, archived: flag };

const kindNames: Readonly<Record<Discount["kind"], string>> = {
  percentage: "A percentage",
  fixed: "A fixed amount",
  freeShipping: "Free shipping",
};

function worthText({ kind, basisPoints, amount }: Discount): string {
  if (kind === "percentage") return `${percentText(basisPoints ?? 0)} % off`;
  if (kind === "fixed") return amount ? `${moneyText(amount)} off` : "";
  return "Free shipping";
}

function State({ of }: { of: Discount }) {
  const now = Date.now();
  const { active, archivedAt, startsAt, endsAt, usageLimit, used } = of;
  if (archivedAt) return <Small color="orange" text="Archived" />;
  if (!active) return <Small color="gray" text="Off" />;
  if (endsAt && Date.parse(endsAt) <= now) return <Small color="gray" text="Over" />;
  if (usageLimit !== null && used >= usageLimit) return <Small color="gray" text="Used up" />;
  if (startsAt && Date.parse(startsAt) > now) return <Small color="blue" text="Not yet" />;
  return <Small color="green" text="Valid" />;
}

const columns: readonly Column<Discount>[] = [
  { id: "code", title: "Code", cell: ({ code }) => <span style={{ overflowWrap: "anywhere" }}>{code}</span> },
  { id: "state", title: "State", plain: true, cell: (row) => <State of={row} /> },
  { id: "worth", title: "Worth", plain: true, cell: worthText },
  {
    id: "minimum",
    title: "From",
    align: "right",
    cell: ({ minimum }) => (minimum.amountMinor > 0 ? moneyText(minimum) : "any order"),
  },
  {
    id: "used",
    title: "Used",
    align: "right",
    cell: ({ used, usageLimit }) => (usageLimit === null ? used : `${used} of ${usageLimit}`),
  },
  { id: "starts", title: "Starts", aside: true, cell: ({ startsAt }) => <When at={startsAt} dimmed /> },
  { id: "ends", title: "Ends", cell: ({ endsAt }) => (endsAt ? <When at={endsAt} dimmed /> : "never") },
];

export default function Discounts() {
  const { may } = useSession();
  const { values, set, clear, any } = useFilters(fields);
  const pages = usePages(discount.list, values);
  const client = useQueryClient();
  const add = useDrawer("new");
  const edit = useDrawerOf("edit", idOf("dis"));
  const canWrite = may(discount.create);
  useKeys("Discounts", canWrite ? [{ keys: "n", does: "New discount code", run: add.open }] : []);
  return (
    <Page
      title="Discounts"
      actions={
        canWrite && (
          <Button leftSection={<IconPlus size={16} />} onClick={add.open}>
            New discount
          </Button>
        )
      }
    >
      <FilterBar
        search={<SearchFilter value={values.q} onChange={(q) => set({ q })} placeholder="Code" />}
        any={any}
        clear={clear}
      >
        <ChoiceFilter
          label="State"
          none="On and off"
          value={values.active === undefined ? undefined : values.active ? "on" : "off"}
          onChange={(state) => set({ active: state && state === "on" })}
          options={[
            { value: "on", label: "On" },
            { value: "off", label: "Off" },
          ]}
        />
        <FlagFilter label="Archived ones too" value={values.archived} onChange={(archived) => set({ archived })} />
      </FilterBar>
      <DataTable
        of="discounts"
        pages={pages}
        columns={columns}
        link={({ id }, rest) => <Link to="." search={drawerAt("edit", id)} resetScroll={false} {...rest} />}
        onPeek={({ id }) => void client.prefetchQuery(answerOf(discount.read, { id }))}
        empty={
          <Empty title={any ? "No discount fits these filters" : "No discounts yet"}>
            Customers type its code; what it takes off is worked out by the store.
          </Empty>
        }
      />
      {canWrite && (
        <Panel title="New discount" opened={add.opened} onClose={add.close} size="md">
          <NewForm close={add.close} />
        </Panel>
      )}
      <RecordPanel title="Discount" drawer={edit} read={discount.read} history={discount.history} say={valueWords}>
        {(record) =>
          canWrite && record.archivedAt === null ? (
            <EditForm of={record} close={edit.close} />
          ) : (
            <Text size="sm">
              {record.code}: {worthText(record)}
            </Text>
          )
        }
      </RecordPanel>
    </Page>
  );
}

/** What its history calls `value` is a percentage or an amount, by its kind. */
const valueWords = (of: Discount) => (field: string, value: unknown) => {
  if (field !== "value" || typeof value !== "number") return undefined;
  return of.kind === "fixed"
    ? moneyText({ amountMinor: value, currency: of.minimum.currency })
    : `${percentText(value)} %`;
};

interface Values {
  readonly code: string;
  readonly kind: Discount["kind"];
  readonly basisPoints: string;
  readonly amountMinor: string;
  readonly minimumMinor: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly usageLimit: number | string;
  readonly active: boolean;
}

const noDiscount: Values = {
  code: "",
  kind: "percentage",
  basisPoints: "",
  amountMinor: "",
  minimumMinor: "",
  startsAt: "",
  endsAt: "",
  usageLimit: "",
  active: true,
};

function askedFor(values: Values, { currency, timeZone }: { currency: string; timeZone: string }) {
  const { kind, basisPoints, amountMinor, minimumMinor, startsAt, endsAt, usageLimit, code, active } = values;
  return {
    code,
    active,
    ...(kind === "percentage" && { basisPoints: basisPointsIn(basisPoints) }),
    ...(kind === "fixed" && { amountMinor: amountIn(amountMinor, currency) ?? Number.NaN }),
    minimumMinor: amountIn(minimumMinor, currency) ?? 0,
    startsAt: startsAt ? momentIn(startsAt, timeZone) : null,
    endsAt: endsAt ? momentIn(endsAt, timeZone) : null,
    usageLimit: usageLimit === "" ? null : Number(usageLimit),
  };
}

function NewForm({ close }: { close: () => void }) {
  const { store } = useSession();
  const form = useActForm(discount.create, {
    from: noDiscount,
    asked: (values) => ({ kind: values.kind, ...askedFor(values, store) }),
    onDone: ({ code }) => {
      sayDone(`${code} made`);
      form.reset();
      close();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput label="Code" data-autofocus autoFocus placeholder="MONSOON10" {...form.getInputProps("code")} />
        <NativeSelect
          label="What it gives"
          data={discount.kinds.map((value) => ({ value, label: kindNames[value] }))}
          {...form.getInputProps("kind")}
        />
        <Terms form={form} />
        <FormEnd form={form} label="Make the discount" onCancel={close} />
      </Stack>
    </form>
  );
}

function EditForm({ of, close }: { of: Discount; close: () => void }) {
  const { store } = useSession();
  const { currency } = of.minimum;
  const form = useActForm(discount.edit, {
    from: {
      code: of.code,
      kind: of.kind,
      basisPoints: of.basisPoints === null ? "" : percentText(of.basisPoints),
      amountMinor: of.amount ? majorFrom(of.amount.amountMinor, currency) : "",
      minimumMinor: of.minimum.amountMinor > 0 ? majorFrom(of.minimum.amountMinor, currency) : "",
      startsAt: of.startsAt ? clockText(of.startsAt, store.timeZone) : "",
      endsAt: of.endsAt ? clockText(of.endsAt, store.timeZone) : "",
      usageLimit: (of.usageLimit ?? "") as number | string,
      active: of.active,
    } satisfies Values,
    asked: (values) => ({ id: of.id, ...askedFor(values, store) }),
    onDone: ({ code }) => {
      sayDone(`${code} saved`);
      close();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput label="Code" data-autofocus autoFocus {...form.getInputProps("code")} />
        <Terms form={form} />
        <Text size="xs" c="dimmed">
          Used {of.used} times. Orders keep the terms they were placed with.
        </Text>
        <FormEnd form={form} label="Save" onCancel={close} />
        <Group justify="flex-end">
          <Remove
            op={discount.remove}
            id={of.id}
            name={of.code}
            says="One that orders used is archived instead. Its code is free again."
            onDone={close}
          />
        </Group>
      </Stack>
    </form>
  );
}

interface TermsProps {
  readonly form: {
    readonly values: Values;
    readonly getInputProps: GetInputProps;
  };
}

function Terms({ form }: TermsProps) {
  const { store } = useSession();
  const { kind } = form.values;
  const rate = form.getInputProps("basisPoints");
  return (
    <>
      {kind === "percentage" && (
        <TextInput
          label="How much"
          inputMode="decimal"
          placeholder="10"
          rightSection="%"
          {...rate}
          {...(rate.error && { error: "A percentage up to 100, such as 10 or 12.5." })}
        />
      )}
      {kind === "fixed" && <AmountInput label="How much" form={form} path="amountMinor" />}
      <AmountInput
        label="For orders from"
        description="What the goods must come to."
        placeholder="0"
        form={form}
        path="minimumMinor"
      />

      <TextInput label="Starts" type="datetime-local" {...form.getInputProps("startsAt")} />
      <TextInput label="Ends" type="datetime-local" {...form.getInputProps("endsAt")} />

      <Text size="xs" c="dimmed" mt={-6}>
        By the clocks in {store.timeZone}. Left empty, it has begun, or never ends.
      </Text>
      <NumberInput
        label="How often it may be used"
        min={1}
        allowDecimal={false}
        placeholder="As often as one likes"
        {...form.getInputProps("usageLimit")}
      />
      <Checkbox label="On" {...form.getInputProps("active", { type: "checkbox" })} />
    </>
  );
}
