/** The tax rates. Each has its history: what was charged when is a question that comes years later. */
import { Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Answer } from "#core/contract/kit";
import * as tax from "#core/contract/tax";
import { answerOf } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { drawerAt, useDrawerOf } from "../stock/opened.ts";
import { flag, idOf, useDrawer, useFilters } from "../ui/address.ts";
import { FilterBar, FlagFilter } from "../ui/filters.tsx";
import { FormEnd, useActForm } from "../ui/form.tsx";
import { When } from "../ui/format.tsx";
import { useKeys } from "../ui/keys.ts";
import { Empty, Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { sayDone } from "../ui/said.tsx";
import { type Column, DataTable } from "../ui/table.tsx";
import { usePages } from "../ui/use-pages.ts";
import { Small } from "./badges.tsx";
import type { GetInputProps } from "./fields.ts";
import { RecordPanel } from "./record-panel.tsx";
import { Remove } from "./remove.tsx";
import { basisPointsIn, percentText } from "./words.ts";

type TaxRate = Answer<typeof tax.read>;

const fields = { archived: flag };

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
      archivedAt ? <Small color="orange" text="Archived" /> : isDefault ? <Small color="green" text="Default" /> : null,
  },
  { id: "made", title: "Made", plain: true, cell: ({ createdAt }) => <When at={createdAt} dimmed /> },
];

export default function TaxRates() {
  const { may } = useSession();
  const { values, set, clear, any } = useFilters(fields);
  const pages = usePages(tax.list, values);
  const client = useQueryClient();
  const add = useDrawer("new");
  const edit = useDrawerOf("edit", idOf("tax"));
  const canWrite = may(tax.create);
  useKeys("Tax rates", canWrite ? [{ keys: "n", does: "New tax rate", run: add.open }] : []);
  return (
    <Page
      title="Tax rates"
      actions={
        canWrite && (
          <Button leftSection={<IconPlus size={16} />} onClick={add.open}>
            New tax rate
          </Button>
        )
      }
    >
      <FilterBar any={any} clear={clear}>
        <FlagFilter label="Archived ones too" value={values.archived} onChange={(archived) => set({ archived })} />
      </FilterBar>
      <DataTable
        of="tax rates"
        pages={pages}
        columns={columns}
        link={({ id }, rest) => <Link to="." search={drawerAt("edit", id)} resetScroll={false} {...rest} />}
        onPeek={({ id }) => void client.prefetchQuery(answerOf(tax.read, { id }))}
        empty={<Empty title="No tax rates yet">The first one counts for everything that has none of its own.</Empty>}
      />
      {canWrite && (
        <Panel title="New tax rate" opened={add.opened} onClose={add.close} size="md">
          <NewForm close={add.close} />
        </Panel>
      )}
      <RecordPanel title="Tax rate" drawer={edit} read={tax.read} history={tax.history}>
        {(record) =>
          canWrite ? (
            <EditForm of={record} close={edit.close} />
          ) : (
            <Text size="sm">
              {record.name}: {percentText(record.basisPoints)} %
            </Text>
          )
        }
      </RecordPanel>
    </Page>
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

function NewForm({ close }: { close: () => void }) {
  const form = useActForm(tax.create, {
    from: { name: "", basisPoints: "", isDefault: false },
    asked,
    onDone: ({ name }) => {
      sayDone(`${name} added`);
      form.reset();
      close();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Fields getInputProps={form.getInputProps} />
        <FormEnd form={form} label="Add the tax rate" onCancel={close} />
      </Stack>
    </form>
  );
}

function EditForm({ of, close }: { of: TaxRate; close: () => void }) {
  const form = useActForm(tax.edit, {
    from: { name: of.name, basisPoints: percentText(of.basisPoints), isDefault: of.isDefault },
    asked: (values) => ({ id: of.id, ...asked(values) }),
    onDone: ({ name }) => {
      sayDone(`${name} saved`);
      close();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Fields getInputProps={form.getInputProps} isDefault={of.isDefault} />
        <Text size="xs" c="dimmed">
          Orders keep the rate they were placed with.
        </Text>
        <FormEnd form={form} label="Save" onCancel={close} />
        {!of.isDefault && of.archivedAt === null && (
          <Group justify="flex-end">
            <Remove
              op={tax.remove}
              id={of.id}
              name={of.name}
              says="One that variants refer to is archived instead: it goes on counting for those."
              onDone={close}
            />
          </Group>
        )}
      </Stack>
    </form>
  );
}

interface FieldsProps {
  readonly getInputProps: GetInputProps;
  readonly isDefault?: boolean;
}

function Fields({ getInputProps, isDefault = false }: FieldsProps) {
  const rate = getInputProps("basisPoints");
  return (
    <>
      <TextInput label="Name" data-autofocus autoFocus placeholder="GST 18 %" {...getInputProps("name")} />
      <TextInput
        label="Rate"
        inputMode="decimal"
        placeholder="18"
        rightSection="%"
        {...rate}
        {...(rate.error && { error: "A percentage from 0 to 100, such as 18 or 12.5." })}
      />
      <Checkbox
        label="The default"
        description={
          isDefault
            ? "Make another one the default to end this."
            : "It counts for every variant without a rate of its own."
        }
        disabled={isDefault}
        {...getInputProps("isDefault", { type: "checkbox" })}
      />
    </>
  );
}
