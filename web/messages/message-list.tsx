/** All emails and SMS, with subject, recipient and outcome. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import * as messageApi from "#core/contract/message";
import * as templateApi from "#core/contract/template";
import { messageChannels, messageKinds, messageLabel } from "#core/contract/values/message-kinds";
import { useSession } from "../api/session.tsx";
import { DateRangeFilter } from "../ui/filters/date-range-filter.tsx";
import { FilterBar, SearchFilter, SelectFilter } from "../ui/filters/filters.tsx";
import { dateRangeInput } from "../ui/format/dates.ts";
import { DateTime } from "../ui/format/format.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import { EmptyList, Page } from "../ui/layout/page.tsx";
import { ButtonLink } from "../ui/links/links.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { usePaginatedQuery } from "../ui/table/use-paginated-query.ts";
import { dateParam, drawerSearch, enumParam, idParam, useFilters, useRecordDrawer } from "../ui/url-state.ts";
import { channelLabels, channelOptions, kindOptions, statusOptions } from "./labels.ts";
import { MessageBadge } from "./message-badge.tsx";
import MessageDetails from "./message-details.tsx";
import type { Message } from "./types.ts";

const filterParams = {
  status: enumParam(messageApi.messageStatuses),
  kind: enumParam(messageKinds),
  channel: enumParam(messageChannels),
  from: dateParam,
  to: dateParam,
};

const columns: readonly Column<Message>[] = [
  { id: "kind", title: "Message", cell: ({ kind }) => messageLabel(kind) },
  { id: "status", title: "Status", unlabeled: true, cell: (message) => <MessageBadge message={message} withReason /> },
  { id: "recipient", title: "To", unlabeled: true, cell: ({ recipient }) => recipient ?? "Erased" },
  { id: "channel", title: "Channel", cell: ({ channel }) => channelLabels[channel] },
  { id: "order", title: "Order", cell: ({ orderNumber }) => orderNumber ?? "–" },
  { id: "at", title: "Written", cell: ({ createdAt }) => <DateTime value={createdAt} dimmed /> },
];

export default function MessageList() {
  const { store, can } = useSession();
  const { values, set, clear, isFiltered } = useFilters(filterParams);
  // Not in the URL, because it is personal data.
  const [q, setQ] = useState<string>();
  const { from, to, ...others } = values;
  const pages = usePaginatedQuery(messageApi.list, {
    ...others,
    ...(q && { q }),
    ...dateRangeInput({ from, to }, store.timeZone),
  });
  const drawer = useRecordDrawer("message", idParam("msg"));
  const isNarrowed = isFiltered || q !== undefined;
  const clearAll = () => {
    setQ(undefined);
    clear();
  };
  return (
    <Page title="Messages">
      <FilterBar
        search={<SearchFilter value={q} onChange={setQ} placeholder="Address, number or order" />}
        isFiltered={isNarrowed}
        onClear={clearAll}
      >
        <SelectFilter
          label="Status"
          value={values.status}
          onChange={(status) => set({ status })}
          options={statusOptions}
        />
        <SelectFilter label="Message" value={values.kind} onChange={(kind) => set({ kind })} options={kindOptions} />
        <SelectFilter
          label="Channel"
          value={values.channel}
          onChange={(channel) => set({ channel })}
          options={channelOptions}
        />
        <DateRangeFilter value={{ from, to }} onChange={set} />
      </FilterBar>
      <DataTable
        name="messages"
        pages={pages}
        columns={columns}
        rowLink={({ id }, rest) => <Link to="." search={drawerSearch("message", id)} resetScroll={false} {...rest} />}
        emptyState={
          <EmptyList
            items="messages"
            isFiltered={isNarrowed}
            onClear={clearAll}
            title="No messages yet"
            action={
              can(templateApi.list) && <ButtonLink to="/settings/messages">Set up messages and senders</ButtonLink>
            }
          >
            Messages to customers about their orders appear here. They are written even without a sender, but not sent.
          </EmptyList>
        }
      />
      <Drawer title="Message" opened={drawer.opened} onClose={drawer.close} size="xl">
        {drawer.id && <MessageDetails key={drawer.id} id={drawer.id} />}
      </Drawer>
    </Page>
  );
}
