/** The forms that add and edit a price list; its prices are edited in the grid. */
import { Checkbox, MultiSelect, Select, Text, TextInput } from "@mantine/core";
import * as channelApi from "#core/contract/channel";
import * as groupApi from "#core/contract/group";
import type { Answer } from "#core/contract/kit/operation";
import * as priceListApi from "#core/contract/priceList";
import { useFullList } from "../api/lookups.ts";
import { useSession } from "../api/session.tsx";
import { dateTimeText, timeFromInput, toLocalInput } from "../ui/format/dates.ts";
import { type NumberValue, parseNumber } from "../ui/forms/parse-input.ts";
import { RecordForm } from "../ui/forms/record-form.tsx";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";
import { WholeNumberInput } from "../ui/forms/whole-number-input.tsx";

export type PriceList = Answer<typeof priceListApi.read>;

interface Values {
  readonly name: string;
  readonly groupIds: string[];
  readonly channel: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly priority: NumberValue;
  readonly active: boolean;
}
const emptyList: Values = {
  name: "",
  groupIds: [],
  channel: null,
  startsAt: "",
  endsAt: "",
  priority: 0,
  active: true,
};

type Times = Pick<PriceList, "startsAt" | "endsAt">;

const always: Times = { startsAt: null, endsAt: null };

const inputOf = (
  { groupIds, channel, startsAt, endsAt, priority, ...rest }: Values,
  timeZone: string,
  before: Times = always,
) => ({
  ...rest,
  // The options are group ids.
  groupIds: groupIds.length === 0 ? null : (groupIds as groupApi.Group["id"][]),
  channel: channel || null,
  startsAt: timeFromInput(startsAt, before.startsAt, timeZone),
  endsAt: timeFromInput(endsAt, before.endsAt, timeZone),
  priority: parseNumber(priority),
});

interface NewProps {
  readonly onClose: () => void;
  readonly onCreated: (list: PriceList) => unknown;
}

export function NewPriceList({ onClose, onCreated }: NewProps) {
  const { store } = useSession();
  return (
    <RecordForm
      operation={priceListApi.create}
      initialValues={emptyList}
      toInput={(values) => inputOf(values, store.timeZone)}
      successMessage={({ name }) => `${name} added`}
      submitLabel="Add price list"
      onSuccess={onCreated}
      onClose={onClose}
    >
      {({ getInputProps }) => <ListFields getInputProps={getInputProps} />}
    </RecordForm>
  );
}

/** Whom a list is for: no one, if its groups were removed while it was archived. */
export const forWhom = (groups: PriceList["groups"]): string =>
  groups ? groups.map(({ name }) => name).join(", ") || "no one" : "all customers";

const isForNoOne = ({ groups }: PriceList): boolean => groups?.length === 0;

export function EditPriceList({ list, onClose }: { list: PriceList; onClose: () => void }) {
  const { store } = useSession();
  const local = (time: string | null) => (time ? toLocalInput(time, store.timeZone) : "");
  return (
    <RecordForm
      operation={priceListApi.edit}
      initialValues={
        {
          name: list.name,
          groupIds: list.groups?.map(({ id }) => id) ?? [],
          channel: list.channel,
          startsAt: local(list.startsAt),
          endsAt: local(list.endsAt),
          priority: list.priority,
          active: list.active,
        } satisfies Values as Values
      }
      toInput={(values) => {
        const { groupIds, ...rest } = inputOf(values, store.timeZone, list);
        // It must not become one for everyone by itself.
        return { id: list.id, ...rest, ...(!(isForNoOne(list) && groupIds === null) && { groupIds }) };
      }}
      versioned={{ version: list.version, current: list, describe: (now) => describe(now, store.timeZone) }}
      successMessage={({ name }) => `${name} saved`}
      submitLabel="Save"
      onClose={onClose}
    >
      {({ getInputProps }) => <ListFields getInputProps={getInputProps} list={list} />}
    </RecordForm>
  );
}

const describe = (list: PriceList, timeZone: string): Record<string, string> => ({
  Name: list.name,
  "Customer groups": list.groups?.map(({ name }) => name).join(", ") ?? "All customers",
  Channel: list.channel ?? "All",
  Starts: list.startsAt ? dateTimeText(list.startsAt, timeZone) : "–",
  Ends: list.endsAt ? dateTimeText(list.endsAt, timeZone) : "–",
  Priority: String(list.priority),
  Active: list.active ? "Yes" : "No",
});

interface FieldsProps {
  readonly getInputProps: GetInputProps;
  /** The list to be edited. */
  readonly list?: PriceList;
}

function ListFields({ getInputProps, list }: FieldsProps) {
  const { store } = useSession();
  const groups = useFullList(groupApi.list, {});
  const channels = useFullList(channelApi.list, { archived: true }).filter(
    ({ archivedAt, code }) => archivedAt === null || code === list?.channel,
  );
  return (
    <>
      <TextInput label="Name" data-autofocus autoComplete="off" {...getInputProps("name")} />
      <MultiSelect
        label="Customer groups"
        placeholder={list && isForNoOne(list) ? "No one: its groups were removed" : "All customers"}
        data={groups.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        clearable
        {...getInputProps("groupIds")}
      />
      <Select
        label="Channel"
        placeholder="All"
        data={channels.map(({ code, name }) => ({ value: code, label: name }))}
        clearable
        {...getInputProps("channel")}
      />
      <TextInput label="Starts" type="datetime-local" {...getInputProps("startsAt")} />
      <TextInput label="Ends" type="datetime-local" {...getInputProps("endsAt")} />
      <Text size="xs" c="dimmed" mt={-6}>
        In the time zone {store.timeZone}. Leave them empty for no start or no end.
      </Text>
      <WholeNumberInput
        label="Priority"
        description="If two lists have a price for the same item, the one with the higher priority applies."
        {...getInputProps("priority")}
      />
      <Checkbox label="Active" {...getInputProps("active", { type: "checkbox" })} />
    </>
  );
}
