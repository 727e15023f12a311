/** Through what orders come: the web shop, the telephone, a market stall. */
import { Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as channel from "#core/contract/channel";
import type { Answer } from "#core/contract/kit";
import { answerOf } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { drawerAt, useDrawerOf } from "../stock/opened.ts";
import { flag, idOf, useDrawer, useFilters } from "../ui/address.ts";
import { FilterBar, FlagFilter } from "../ui/filters.tsx";
import { FormEnd, useActForm } from "../ui/form.tsx";
import { When } from "../ui/format.tsx";
import { useKeys } from "../ui/keys.ts";
import { TextLink } from "../ui/links.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { sayDone } from "../ui/said.tsx";
import { type Column, DataTable } from "../ui/table.tsx";
import { usePages } from "../ui/use-pages.ts";
import { Small } from "./badges.tsx";
import type { GetInputProps } from "./fields.ts";
import { RecordPanel } from "./record-panel.tsx";
import { Remove } from "./remove.tsx";

type Channel = Answer<typeof channel.read>;

const fields = { archived: flag };

const columns: readonly Column<Channel>[] = [
  { id: "name", title: "Channel", cell: ({ name }) => name },
  { id: "code", title: "Code", plain: true, cell: ({ code }) => code },
  {
    id: "state",
    title: "State",
    plain: true,
    cell: ({ active, archivedAt }) =>
      archivedAt ? (
        <Small color="orange" text="Archived" />
      ) : active ? (
        <Small color="green" text="Open" />
      ) : (
        <Small color="gray" text="Off" />
      ),
  },
  { id: "made", title: "Made", plain: true, cell: ({ createdAt }) => <When at={createdAt} dimmed /> },
];

export default function Channels() {
  const { may } = useSession();
  const { values, set, clear, any } = useFilters(fields);
  const pages = usePages(channel.list, values);
  const client = useQueryClient();
  const add = useDrawer("new");
  const edit = useDrawerOf("edit", idOf("chn"));
  const canWrite = may(channel.create);
  useKeys("Channels", canWrite ? [{ keys: "n", does: "New channel", run: add.open }] : []);
  return (
    <Page
      title="Channels"
      actions={
        canWrite && (
          <Button leftSection={<IconPlus size={16} />} onClick={add.open}>
            New channel
          </Button>
        )
      }
    >
      <FilterBar any={any} clear={clear}>
        <FlagFilter label="Archived ones too" value={values.archived} onChange={(archived) => set({ archived })} />
      </FilterBar>
      <DataTable
        of="channels"
        pages={pages}
        columns={columns}
        link={({ id }, rest) => <Link to="." search={drawerAt("edit", id)} resetScroll={false} {...rest} />}
        onPeek={({ id }) => void client.prefetchQuery(answerOf(channel.read, { id }))}
        empty={<Empty title="No channels yet">Orders can say through what they came, once there is one.</Empty>}
      />
      {canWrite && (
        <Panel title="New channel" opened={add.opened} onClose={add.close} size="md">
          <NewForm close={add.close} />
        </Panel>
      )}
      <RecordPanel title="Channel" drawer={edit} read={channel.read}>
        {(record) => (
          <>
            {canWrite ? <EditForm of={record} close={edit.close} /> : <Text size="sm">{record.name}</Text>}
            <TextLink to="/orders" search={{ channel: record.code }} size="sm">
              Its orders
            </TextLink>
          </>
        )}
      </RecordPanel>
    </Page>
  );
}

function NewForm({ close }: { close: () => void }) {
  const form = useActForm(channel.create, {
    from: { name: "", code: "", active: true },
    asked: (values) => values,
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
        <FormEnd form={form} label="Add the channel" onCancel={close} />
      </Stack>
    </form>
  );
}

function EditForm({ of, close }: { of: Channel; close: () => void }) {
  const form = useActForm(channel.edit, {
    from: { name: of.name, code: of.code, active: of.active },
    asked: (values) => ({ id: of.id, ...values }),
    onDone: ({ name }) => {
      sayDone(`${name} saved`);
      close();
    },
  });
  if (of.archivedAt !== null) return <Text size="sm">{of.name} is archived: orders still say it.</Text>;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Fields getInputProps={form.getInputProps} />
        <FormEnd form={form} label="Save" onCancel={close} />
        <Group justify="flex-end">
          <Remove
            op={channel.remove}
            id={of.id}
            name={of.name}
            says="One that orders came through is archived instead."
            onDone={close}
          />
        </Group>
      </Stack>
    </form>
  );
}

function Fields({ getInputProps }: { getInputProps: GetInputProps }) {
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
