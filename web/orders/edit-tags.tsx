/** The form of an order's tags. */
import { TagsInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as orderApi from "#core/contract/order";
import { callApi } from "../api/api-client.ts";
import { invalidateApiQueries, setApiQueryData } from "../api/hooks.ts";
import { RecordForm } from "../ui/forms/record-form.tsx";
import type { Order } from "./types.ts";

export default function TagsForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const client = useQueryClient();
  const { id, tags: before } = order;
  const show = (answer: Order) => setApiQueryData(client, orderApi.read, { id }, answer);
  const putBack = async (version: number) => {
    show(await callApi(orderApi.tag, { id, tags: before }, { version }));
    await invalidateApiQueries(client);
  };
  return (
    <RecordForm
      operation={orderApi.tag}
      initialValues={{ tags: order.tags }}
      toInput={({ tags }) => ({ id: order.id, tags })}
      versioned={{ version: order.version, current: order, describe: ({ tags }) => ({ Tags: tags.join(", ") }) }}
      successMessage={() => "Tags saved"}
      submitLabel="Save"
      undo={({ version }) =>
        () =>
          putBack(version)
        }
      onSuccess={show}
      onClose={onClose}
    >
      {({ getInputProps }) => (
        <TagsInput
          label="Tags"
          placeholder="Press Enter after each"
          data-autofocus
          maxLength={50}
          maxTags={50}
          clearable={false}
          {...getInputProps("tags")}
        />
      )}
    </RecordForm>
  );
}
