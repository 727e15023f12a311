/** The sales channels: the web shop, the telephone, a market stall. */
import { Checkbox, Text, TextInput } from "@mantine/core";
import * as channelApi from "#core/contract/channel";
import type { Answer } from "#core/contract/kit/operation";
import { Badge } from "../ui/badge.tsx";
import { DateTime } from "../ui/format/format.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";
import { TextLink } from "../ui/links/links.tsx";
import { archivedFilter, RecordList } from "../ui/records/record-list.tsx";
import { RemoveButton } from "../ui/records/remove-button.tsx";
import type { Column } from "../ui/table/columns.ts";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { idParam, useFilters } from "../ui/url-state.ts";

type Channel = Answer<typeof channelApi.read>;

function StateBadge({ channel: { active, archivedAt } }: { channel: Channel }) {
  if (archivedAt) return <Badge color="orange">Archived</Badge>;
  return active ? <Badge color="green">Active</Badge> : <Badge color="gray">Inactive</Badge>;
}

const columns: readonly Column<Channel>[] = [
  { id: "name", title: "Channel", cell: ({ name }) => name },
  { id: "code", title: "Code", unlabeled: true, cell: ({ code }) => code },
  { id: "state", title: "Status", unlabeled: true, cell: (row) => <StateBadge channel={row} /> },
  { id: "created", title: "Created", unlabeled: true, cell: ({ createdAt }) => <DateTime value={createdAt} dimmed /> },
];

export default function Channels() {
  const filters = useFilters(archivedFilter);
  return (
    <RecordList
      title="Channels"
      noun="channel"
      operations={channelApi}
      parseId={idParam("chn")}
      pages={usePaginatedQuery(channelApi.list, filters.values)}
      columns={columns}
      filters={filters}
      emptyText="Channels are where you sell: the online shop, a marketplace, the counter. Each order can show where it was placed."
      describe={({ name }) => name}
      renderNew={(onClose) => <NewChannel onClose={onClose} />}
      renderLinks={({ code }) => (
        <TextLink to="/orders" search={{ channel: code }} size="sm">
          Orders from this channel
        </TextLink>
      )}
    >
      {(channel, onClose) => <EditChannel channel={channel} onClose={onClose} />}
    </RecordList>
  );
}

function NewChannel({ onClose }: { onClose: () => void }) {
  return (
    <RecordForm
      operation={channelApi.create}
      initialValues={{ name: "", code: "", active: true }}
      toInput={(values) => values}
      successMessage={({ name }) => `${name} added`}
      submitLabel="Add channel"
      resetOnSuccess
      onClose={onClose}
    >
      {({ getInputProps }) => <ChannelFields getInputProps={getInputProps} />}
    </RecordForm>
  );
}

function EditChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  if (channel.archivedAt !== null) return <Text size="sm">{channel.name} is archived. Its orders still show it.</Text>;
  return (
    <RecordForm
      operation={channelApi.edit}
      initialValues={{ name: channel.name, code: channel.code, active: channel.active }}
      toInput={(values) => ({ id: channel.id, ...values })}
      successMessage={({ name }) => `${name} saved`}
      submitLabel="Save"
      onClose={onClose}
      footer={
        <RemoveButton
          operation={channelApi.remove}
          id={channel.id}
          name={channel.name}
          description="If orders came from it, it is archived instead."
          onSuccess={onClose}
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
        description="Its name in the API."
        {...code}
        {...(code.error && { error: "Use lower-case letters, digits and hyphens." })}
      />
      <Checkbox label="Accept new orders" {...getInputProps("active", { type: "checkbox" })} />
    </>
  );
}
