/** The form of an order's tags. */
import { TagsInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as orderApi from "#core/contract/order";
import { setApiQueryData } from "../api/hooks.ts";
import { RecordForm } from "../ui/forms/record-form.tsx";
import type { Order } from "./types.ts";

export default function TagsForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <RecordForm
      operation={orderApi.tag}
      initialValues={{ tags: order.tags }}
      toInput={({ tags }) => ({ id: order.id, tags })}
      versioned={{ version: order.version, current: order, describe: ({ tags }) => ({ Tags: tags.join(", ") }) }}
      successMessage={() => "Tags saved"}
      submitLabel="Save"
      onSuccess={(answer) => setApiQueryData(client, orderApi.read, { id: order.id }, answer)}
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
