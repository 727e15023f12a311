/** The boxes that parcels are packed in. */
import { Button, Checkbox, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import * as boxApi from "#core/contract/box";
import type { Answer } from "#core/contract/kit/operation";
import { useApiQuery } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Badge } from "../ui/badge.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { type NumberValue, parseNumber } from "../ui/forms/parse-input.ts";
import { RecordForm } from "../ui/forms/record-form.tsx";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";
import { WholeNumberInput } from "../ui/forms/whole-number-input.tsx";
import { PlusIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { RemoveButton } from "../ui/records/remove-button.tsx";
import { idParam, useDrawer, useRecordDrawer } from "../ui/url-state.ts";

type Box = Answer<typeof boxApi.list>["items"][number];

export function Boxes() {
  const { can } = useSession();
  const query = useApiQuery(boxApi.list, {});
  const boxes = query.data?.items ?? [];
  const newDrawer = useDrawer("new-box");
  const editDrawer = useRecordDrawer("box", idParam("box"));
  const opened = boxes.find(({ id }) => id === editDrawer.id);
  return (
    <Card
      title="Boxes"
      actions={
        can(boxApi.create) && (
          <Button size="compact-sm" leftSection={<PlusIcon size={14} />} onClick={newDrawer.open}>
            New box
          </Button>
        )
      }
    >
      <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      {query.data && boxes.length === 0 && (
        <Text size="sm" c="dimmed">
          No boxes yet. Many carriers need the size of a parcel, and the weight of its box makes every weight more
          exact.
        </Text>
      )}
      {boxes.length > 0 && (
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Length × width × height</Table.Th>
              <Table.Th>Empty weight</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {boxes.map((box) => (
              <Table.Tr key={box.id}>
                <Table.Td>
                  <Group gap={6}>
                    {box.name}
                    {box.isDefault && <Badge color="blue">Default</Badge>}
                  </Group>
                </Table.Td>
                <Table.Td>
                  {box.lengthMm} × {box.widthMm} × {box.heightMm} mm
                </Table.Td>
                <Table.Td>{box.weightGrams} g</Table.Td>
                <Table.Td ta="right">
                  {can(boxApi.edit) && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-label={`Edit ${box.name}`}
                      onClick={() => editDrawer.open(box.id)}
                    >
                      Edit
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {can(boxApi.create) && (
        <Drawer title="New box" opened={newDrawer.opened} onClose={newDrawer.close} size="md">
          <NewBox onClose={newDrawer.close} />
        </Drawer>
      )}
      {opened && can(boxApi.edit) && (
        <Drawer title={opened.name} opened={editDrawer.opened} onClose={editDrawer.close} size="md">
          <EditBox key={opened.id} box={opened} onClose={editDrawer.close} />
        </Drawer>
      )}
    </Card>
  );
}

interface Values extends Readonly<Record<"lengthMm" | "widthMm" | "heightMm" | "weightGrams", NumberValue>> {
  readonly name: string;
  readonly isDefault: boolean;
}

const emptyBox: Values = { name: "", lengthMm: "", widthMm: "", heightMm: "", weightGrams: "", isDefault: false };

/** An empty value is refused at its field. */
const boxInput = ({ name, lengthMm, widthMm, heightMm, weightGrams, isDefault }: Values) => ({
  ...{ name, isDefault, weightGrams: parseNumber(weightGrams) },
  ...{ lengthMm: parseNumber(lengthMm), widthMm: parseNumber(widthMm), heightMm: parseNumber(heightMm) },
});

const NewBox = ({ onClose }: { onClose: () => void }) => (
  <RecordForm
    operation={boxApi.create}
    initialValues={emptyBox}
    toInput={boxInput}
    successMessage={({ name }) => `${name} added`}
    submitLabel="Add box"
    resetOnSuccess
    onClose={onClose}
  >
    {({ getInputProps }) => <BoxFields getInputProps={getInputProps} />}
  </RecordForm>
);

const EditBox = ({ box, onClose }: { box: Box; onClose: () => void }) => (
  <RecordForm
    operation={boxApi.edit}
    initialValues={box as Values}
    toInput={(values) => ({ id: box.id, ...boxInput(values) })}
    successMessage={({ name }) => `${name} saved`}
    submitLabel="Save"
    onClose={onClose}
    footer={
      <RemoveButton
        operation={boxApi.remove}
        id={box.id}
        name={box.name}
        description="Existing parcels keep its details."
        onSuccess={onClose}
      />
    }
  >
    {({ getInputProps }) => <BoxFields getInputProps={getInputProps} isDefault={box.isDefault} />}
  </RecordForm>
);

function BoxFields({ getInputProps, isDefault = false }: { getInputProps: GetInputProps; isDefault?: boolean }) {
  const lengths = [
    ["lengthMm", "Length in mm"],
    ["widthMm", "Width in mm"],
    ["heightMm", "Height in mm"],
  ] as const;
  return (
    <Stack gap="sm">
      <TextInput label="Name" placeholder="Small box" data-autofocus autoFocus {...getInputProps("name")} />
      <Group grow align="start" gap="sm">
        {lengths.map(([name, label]) => (
          <WholeNumberInput key={name} label={label} min={1} hideControls {...getInputProps(name)} />
        ))}
      </Group>
      <WholeNumberInput label="Empty weight in grams" min={0} hideControls {...getInputProps("weightGrams")} />
      <Checkbox
        label="Default"
        description={isDefault ? "To change this, make another box the default." : "Used unless another box is chosen."}
        disabled={isDefault}
        {...getInputProps("isDefault", { type: "checkbox" })}
      />
    </Stack>
  );
}
