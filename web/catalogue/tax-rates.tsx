/** The tax rates. Each shows its history, to find out later which rate was charged when. */
import { Checkbox, Text, TextInput } from "@mantine/core";
import type { Answer } from "#core/contract/kit/operation";
import * as taxRateApi from "#core/contract/tax";
import { Badge } from "../ui/badge.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { parseBasisPoints, percentText } from "../ui/forms/parse-input.ts";
import { PercentInput } from "../ui/forms/percent-input.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";
import { archivedFilter, RecordList } from "../ui/records/record-list.tsx";
import { RemoveButton } from "../ui/records/remove-button.tsx";
import type { Column } from "../ui/table/columns.ts";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { idParam, useFilters } from "../ui/url-state.ts";

type TaxRate = Answer<typeof taxRateApi.read>;

const columns: readonly Column<TaxRate>[] = [
  { id: "name", title: "Tax rate", cell: ({ name }) => name },
  {
    id: "rate",
    title: "Rate",
    align: "right",
    unlabeled: true,
    cell: ({ basisPoints }) => `${percentText(basisPoints)}%`,
  },
  {
    id: "state",
    title: "Status",
    unlabeled: true,
    cell: ({ isDefault, archivedAt }) =>
      archivedAt ? <Badge color="orange">Archived</Badge> : isDefault ? <Badge color="green">Default</Badge> : null,
  },
  { id: "created", title: "Created", unlabeled: true, cell: ({ createdAt }) => <DateTime value={createdAt} dimmed /> },
];

export default function TaxRates() {
  const filters = useFilters(archivedFilter);
  return (
    <RecordList
      title="Tax rates"
      noun="tax rate"
      operations={taxRateApi}
      parseId={idParam("tax")}
      pages={usePaginatedQuery(taxRateApi.list, filters.values)}
      columns={columns}
      filters={filters}
      emptyText="Without a tax rate, orders have no tax. The default rate applies to every variant without its own."
      describe={({ name, basisPoints }) => `${name}: ${percentText(basisPoints)}%`}
      renderNew={(onClose) => <NewTaxRate onClose={onClose} />}
    >
      {(taxRate, onClose) => <EditTaxRate taxRate={taxRate} onClose={onClose} />}
    </RecordList>
  );
}

interface TaxRateValues {
  readonly name: string;
  readonly basisPoints: string;
  readonly isDefault: boolean;
}

const taxRateInput = ({ name, basisPoints, isDefault }: TaxRateValues) => ({
  name,
  basisPoints: parseBasisPoints(basisPoints),
  ...(isDefault && { isDefault }),
});

function NewTaxRate({ onClose }: { onClose: () => void }) {
  return (
    <RecordForm
      operation={taxRateApi.create}
      initialValues={{ name: "", basisPoints: "", isDefault: false }}
      toInput={taxRateInput}
      successMessage={({ name }) => `${name} added`}
      submitLabel="Add tax rate"
      resetOnSuccess
      onClose={onClose}
    >
      {(form) => <TaxRateFields form={form} />}
    </RecordForm>
  );
}

function EditTaxRate({ taxRate, onClose }: { taxRate: TaxRate; onClose: () => void }) {
  return (
    <RecordForm
      operation={taxRateApi.edit}
      initialValues={{
        name: taxRate.name,
        basisPoints: percentText(taxRate.basisPoints),
        isDefault: taxRate.isDefault,
      }}
      toInput={(values) => ({ id: taxRate.id, ...taxRateInput(values) })}
      successMessage={({ name }) => `${name} saved`}
      submitLabel="Save"
      onClose={onClose}
      footer={
        !taxRate.isDefault &&
        taxRate.archivedAt === null && (
          <RemoveButton
            operation={taxRateApi.remove}
            id={taxRate.id}
            name={taxRate.name}
            description="If variants use it, it is archived instead and still applies to them."
            onSuccess={onClose}
          />
        )
      }
    >
      {(form) => (
        <>
          <TaxRateFields form={form} isDefault={taxRate.isDefault} />
          <Text size="xs" c="dimmed">
            Existing orders keep their tax rate.
          </Text>
        </>
      )}
    </RecordForm>
  );
}

interface FieldsProps {
  readonly form: { readonly getInputProps: GetInputProps };
  readonly isDefault?: boolean;
}

function TaxRateFields({ form, isDefault = false }: FieldsProps) {
  return (
    <>
      <TextInput label="Name" data-autofocus autoFocus placeholder="GST 18%" {...form.getInputProps("name")} />
      <PercentInput label="Rate" placeholder="18" form={form} path="basisPoints" />
      <Checkbox
        label="Default"
        description={
          isDefault
            ? "To change this, make another tax rate the default."
            : "Applies to variants without their own tax rate."
        }
        disabled={isDefault}
        {...form.getInputProps("isDefault", { type: "checkbox" })}
      />
    </>
  );
}
