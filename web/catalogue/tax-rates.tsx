/** The tax rates. Each has its history: what was charged when is a question that comes years later. */
import { Checkbox, Text, TextInput } from "@mantine/core";
import type { Answer } from "#core/contract/kit";
import * as taxRateApi from "#core/contract/tax";
import { Tag } from "../ui/badge.tsx";
import { When } from "../ui/format/format.tsx";
import type { GetInputProps } from "../ui/forms/api-form.tsx";
import { basisPointsIn, percentText } from "../ui/forms/parse-input.ts";
import { PercentInput } from "../ui/forms/percent-input.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { archivedToo, RecordList } from "../ui/records/record-list.tsx";
import { Remove } from "../ui/records/remove-button.tsx";
import type { Column } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
import { idParam, useFilters } from "../ui/url-state.ts";

type TaxRate = Answer<typeof taxRateApi.read>;

const columns: readonly Column<TaxRate>[] = [
  { id: "name", title: "Tax rate", cell: ({ name }) => name },
  {
    id: "rate",
    title: "Rate",
    align: "right",
    plain: true,
    cell: ({ basisPoints }) => `${percentText(basisPoints)} %`,
  },
  {
    id: "state",
    title: "State",
    plain: true,
    cell: ({ isDefault, archivedAt }) =>
      archivedAt ? <Tag color="orange">Archived</Tag> : isDefault ? <Tag color="green">Default</Tag> : null,
  },
  { id: "made", title: "Made", plain: true, cell: ({ createdAt }) => <When at={createdAt} dimmed /> },
];

export default function TaxRates() {
  const filters = useFilters(archivedToo);
  return (
    <RecordList
      title="Tax rates"
      one="tax rate"
      ops={taxRateApi}
      isId={idParam("tax")}
      pages={usePages(taxRateApi.list, filters.values)}
      columns={columns}
      filters={filters}
      purpose="The first one counts for everything that has none of its own."
      told={({ name, basisPoints }) => `${name}: ${percentText(basisPoints)} %`}
      fresh={(close) => <NewTaxRate close={close} />}
    >
      {(record, close) => <EditTaxRate of={record} close={close} />}
    </RecordList>
  );
}

interface Values {
  readonly name: string;
  readonly basisPoints: string;
  readonly isDefault: boolean;
}

const asked = ({ name, basisPoints, isDefault }: Values) => ({
  name,
  basisPoints: basisPointsIn(basisPoints),
  ...(isDefault && { isDefault }),
});

function NewTaxRate({ close }: { close: () => void }) {
  return (
    <RecordForm
      op={taxRateApi.create}
      from={{ name: "", basisPoints: "", isDefault: false }}
      asked={asked}
      says={({ name }) => `${name} added`}
      label="Add the tax rate"
      isNew
      close={close}
    >
      {(form) => <TaxFields form={form} />}
    </RecordForm>
  );
}

function EditTaxRate({ of, close }: { of: TaxRate; close: () => void }) {
  return (
    <RecordForm
      op={taxRateApi.edit}
      from={{ name: of.name, basisPoints: percentText(of.basisPoints), isDefault: of.isDefault }}
      asked={(values) => ({ id: of.id, ...asked(values) })}
      says={({ name }) => `${name} saved`}
      label="Save"
      close={close}
      below={
        !of.isDefault &&
        of.archivedAt === null && (
          <Remove
            op={taxRateApi.remove}
            id={of.id}
            name={of.name}
            says="One that variants refer to is archived instead: it goes on counting for those."
            onDone={close}
          />
        )
      }
    >
      {(form) => (
        <>
          <TaxFields form={form} isDefault={of.isDefault} />
          <Text size="xs" c="dimmed">
            Orders keep the rate they were placed with.
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

function TaxFields({ form, isDefault = false }: FieldsProps) {
  return (
    <>
      <TextInput label="Name" data-autofocus autoFocus placeholder="GST 18 %" {...form.getInputProps("name")} />
      <PercentInput label="Rate" placeholder="18" form={form} path="basisPoints" />
      <Checkbox
        label="The default"
        description={
          isDefault
            ? "Make another one the default to end this."
            : "It counts for every variant without a rate of its own."
        }
        disabled={isDefault}
        {...form.getInputProps("isDefault", { type: "checkbox" })}
      />
    </>
  );
}
