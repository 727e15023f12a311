/** Through what orders come: the web shop, the telephone, a market stall. */
import { Checkbox, Text, TextInput } from "@mantine/core";
import * as channelApi from "#core/contract/channel";
import type { Answer } from "#core/contract/kit";
import { Tag } from "../ui/badge.tsx";
import { When } from "../ui/format/format.tsx";
import type { GetInputProps } from "../ui/forms/api-form.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { TextLink } from "../ui/links.tsx";
import { archivedToo, RecordList } from "../ui/records/record-list.tsx";
import { Remove } from "../ui/records/remove-button.tsx";
import type { Column } from "../ui/table/data-table.tsx";
import { usePages } from "../ui/table/use-paginated-query.ts";
import { idParam, useFilters } from "../ui/url-state.ts";

type Channel = Answer<typeof channelApi.read>;

function State({ of: { active, archivedAt } }: { of: Channel }) {
  if (archivedAt) return <Tag color="orange">Archived</Tag>;
  return active ? <Tag color="green">Open</Tag> : <Tag color="gray">Off</Tag>;
}

const columns: readonly Column<Channel>[] = [
  { id: "name", title: "Channel", cell: ({ name }) => name },
  { id: "code", title: "Code", plain: true, cell: ({ code }) => code },
  { id: "state", title: "State", plain: true, cell: (row) => <State of={row} /> },
  { id: "made", title: "Made", plain: true, cell: ({ createdAt }) => <When at={createdAt} dimmed /> },
];

export default function Channels() {
  const filters = useFilters(archivedToo);
  return (
    <RecordList
      title="Channels"
      one="channel"
      ops={channelApi}
      isId={idParam("chn")}
      pages={usePages(channelApi.list, filters.values)}
      columns={columns}
      filters={filters}
      purpose="Orders can say through what they came, once there is one."
      told={({ name }) => name}
      fresh={(close) => <NewChannel close={close} />}
      leads={({ code }) => (
        <TextLink to="/orders" search={{ channel: code }} size="sm">
          Its orders
        </TextLink>
      )}
    >
      {(record, close) => <EditChannel of={record} close={close} />}
    </RecordList>
  );
}

function NewChannel({ close }: { close: () => void }) {
  return (
    <RecordForm
      op={channelApi.create}
      from={{ name: "", code: "", active: true }}
      asked={(values) => values}
      says={({ name }) => `${name} added`}
      label="Add the channel"
      isNew
      close={close}
    >
      {({ getInputProps }) => <ChannelFields getInputProps={getInputProps} />}
    </RecordForm>
  );
}

function EditChannel({ of, close }: { of: Channel; close: () => void }) {
  if (of.archivedAt !== null) return <Text size="sm">{of.name} is archived: orders still say it.</Text>;
  return (
    <RecordForm
      op={channelApi.edit}
      from={{ name: of.name, code: of.code, active: of.active }}
      asked={(values) => ({ id: of.id, ...values })}
      says={({ name }) => `${name} saved`}
      label="Save"
      close={close}
      below={
        <Remove
          op={channelApi.remove}
          id={of.id}
          name={of.name}
          says="One that orders came through is archived instead."
          onDone={close}
        />
      }
    >
      {({ getInputProps }) => <ChannelFields getInputProps={getInputProps} />}
    </RecordForm>
  );
}

function ChannelFields({ getInputProps }: { getInputProps: GetInputProps }) {
  const code = getInputProps("code");
  return (
    <>
      <TextInput label="Name" data-autofocus autoFocus placeholder="Market stall" {...getInputProps("name")} />
      <TextInput
        label="Code"
        placeholder="market-stall"
        description="How programs name it."
        {...code}
        {...(code.error && { error: "Lower-case letters and digits, joined by hyphens." })}
      />
      <Checkbox label="Open for new orders" {...getInputProps("active", { type: "checkbox" })} />
    </>
  );
}
