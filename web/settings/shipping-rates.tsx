/** Shipping charges for carts, by country and order value. */
import { Button, Checkbox, MultiSelect, Text, TextInput } from "@mantine/core";
import { useMemo } from "react";
import * as rateApi from "#core/contract/shippingRate";
import type { ItemOf } from "../api/fetch-all-pages.ts";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { countryName, countryOptions } from "../ui/format/countries.ts";
import { Amount } from "../ui/format/format.tsx";
import { fieldText } from "../ui/format/money.ts";
import { AmountInput } from "../ui/forms/amount-input.tsx";
import { countryFilter } from "../ui/forms/country-select.tsx";
import { amountValue, parseAmount, parseOptionalAmount } from "../ui/forms/parse-input.ts";
import { RecordForm } from "../ui/forms/record-form.tsx";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";
import { PlusIcon } from "../ui/icons.ts";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyState, Page } from "../ui/layout/page.tsx";
import { drawerLink } from "../ui/links/links.tsx";
import { RemoveButton } from "../ui/records/remove-button.tsx";
import { useShortcuts } from "../ui/shortcuts.ts";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { idParam, useDrawer, useRecordDrawer } from "../ui/url-state.ts";

type Rate = ItemOf<typeof rateApi.list>;

/** If there are more, only their number is shown. */
const namesMax = 3;

function countriesText(codes: readonly string[] | null): string {
  if (codes === null) return "All other countries";
  const names = codes.slice(0, namesMax).map(countryName).join(", ");
  return codes.length > namesMax ? `${names} and ${codes.length - namesMax} more` : names;
}

const columns: readonly Column<Rate>[] = [
  { id: "name", title: "Shipping rate", cell: ({ name }) => name },
  { id: "countries", title: "Countries", unlabeled: true, cell: (rate) => countriesText(rate.countries) },
  {
    id: "minimum",
    title: "Goods from",
    align: "right",
    cell: ({ minimum }) => <Amount value={minimum} />,
  },
  { id: "amount", title: "Shipping", align: "right", cell: ({ amount }) => <Amount value={amount} /> },
  {
    id: "state",
    title: "Status",
    unlabeled: true,
    cell: ({ active }) => <Badge color={active ? "green" : "gray"}>{active ? "Active" : "Inactive"}</Badge>,
  },
];

const rowLink = drawerLink("rate");
const rateIdParam = idParam("shr");

export default function ShippingRates() {
  const { can } = useSession();
  const pages = usePaginatedQuery(rateApi.list, {});
  const newDrawer = useDrawer("new");
  const editDrawer = useRecordDrawer("rate", rateIdParam);
  const rate = pages.items?.find(({ id }) => id === editDrawer.id);
  const canWrite = can(rateApi.create);
  useShortcuts("Shipping rates", canWrite ? [{ keys: "n", label: "New shipping rate", run: newDrawer.open }] : []);
  const newButton = canWrite && (
    <Button leftSection={<PlusIcon size={16} />} onClick={newDrawer.open}>
      New shipping rate
    </Button>
  );
  return (
    <Page title="Shipping rates" actions={newButton}>
      <Text size="sm" c="dimmed" maw={720}>
        What customers of your online shop pay for shipping. Rates that name the customer’s country come first. Of
        these, the rate with the highest minimum that the order reaches applies; an order that reaches none of them
        cannot be placed. Inactive rates apply to no order.
      </Text>
      <DataTable
        name="shipping-rates"
        pages={pages}
        columns={columns}
        {...(canWrite && { rowLink })}
        emptyState={
          <EmptyState title="No shipping rates yet" action={newButton}>
            Without shipping rates, shipping is free everywhere. Once there are some, countries without a rate cannot
            order.
          </EmptyState>
        }
      />
      {canWrite && (
        <>
          <Drawer title="New shipping rate" opened={newDrawer.opened} onClose={newDrawer.close} size="md">
            <NewRate onClose={newDrawer.close} />
          </Drawer>
          <Drawer title={rate?.name ?? "Shipping rate"} opened={editDrawer.opened} onClose={editDrawer.close} size="md">
            {rate ? (
              <EditRate key={rate.id} rate={rate} onClose={editDrawer.close} />
            ) : (
              <Text size="sm">This shipping rate is not on this page of the list.</Text>
            )}
          </Drawer>
        </>
      )}
    </Page>
  );
}

interface Values {
  readonly name: string;
  readonly countries: string[];
  readonly minimumMinor: string;
  readonly amountMinor: string;
  readonly active: boolean;
}
const emptyRate: Values = { name: "", countries: [], minimumMinor: "", amountMinor: "", active: true };

const inputOf = ({ name, countries: chosen, minimumMinor, amountMinor, active }: Values, currency: string) => ({
  name,
  active,
  countries: chosen.length > 0 ? chosen : null,
  minimumMinor: parseOptionalAmount(minimumMinor, currency) ?? 0,
  amountMinor: parseAmount(amountMinor, currency),
});

function NewRate({ onClose }: { onClose: () => void }) {
  const { store } = useSession();
  return (
    <RecordForm
      operation={rateApi.create}
      initialValues={emptyRate}
      toInput={(values) => inputOf(values, store.currency)}
      successMessage={({ name }) => `${name} added`}
      submitLabel="Add shipping rate"
      resetOnSuccess
      onClose={onClose}
    >
      {(form) => <RateFields form={form} />}
    </RecordForm>
  );
}

function EditRate({ rate, onClose }: { rate: Rate; onClose: () => void }) {
  const { store } = useSession();
  const initialValues: Values = {
    name: rate.name,
    countries: rate.countries ?? [],
    minimumMinor: rate.minimum.amountMinor > 0 ? amountValue(rate.minimum) : "",
    amountMinor: amountValue(rate.amount),
    active: rate.active,
  };
  return (
    <RecordForm
      operation={rateApi.edit}
      initialValues={initialValues}
      toInput={(values) => ({ id: rate.id, ...inputOf(values, store.currency) })}
      successMessage={({ name }) => `${name} saved`}
      submitLabel="Save"
      onClose={onClose}
      footer={
        <RemoveButton
          operation={rateApi.remove}
          id={rate.id}
          name={rate.name}
          description="Existing orders keep their shipping charge."
          wasArchived={() => false}
          onSuccess={onClose}
        />
      }
    >
      {(form) => <RateFields form={form} />}
    </RecordForm>
  );
}

function RateFields({ form }: { form: { readonly getInputProps: GetInputProps } }) {
  const { store } = useSession();
  const options = useMemo(countryOptions, []);
  return (
    <>
      <TextInput
        label="Name"
        data-autofocus
        autoComplete="off"
        placeholder="India, standard"
        {...form.getInputProps("name")}
      />
      <MultiSelect
        label="Countries"
        description="Leave this empty for all countries that no other active rate names."
        data={options}
        searchable
        filter={countryFilter}
        clearable
        {...form.getInputProps("countries")}
      />
      <AmountInput
        label="Goods from"
        description="The minimum total of the items, after discounts."
        placeholder="0"
        form={form}
        path="minimumMinor"
      />
      <AmountInput
        label="Shipping"
        description="0 for free shipping."
        placeholder={fieldText(4900, store.currency)}
        form={form}
        path="amountMinor"
      />
      <Checkbox label="Active" {...form.getInputProps("active", { type: "checkbox" })} />
    </>
  );
}
