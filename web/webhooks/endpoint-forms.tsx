/** What an endpoint is made of: its address, what it hears, whether it is sent to. */
import { Stack, Switch, TextInput } from "@mantine/core";
import type { Answer } from "#core/contract/kit";
import * as webhookApi from "#core/contract/webhook";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { toastSuccess } from "../ui/toast.tsx";
import { type Endpoint, hostOf } from "./labels.ts";
import { PatternPicker } from "./pattern-picker.tsx";

interface NewProps {
  readonly onClose: () => void;
  readonly onMade: (made: Answer<typeof webhookApi.createEndpoint>) => void;
}

const address = {
  label: "Address",
  type: "url",
  placeholder: "https://example.com/hooks/store",
  description: "Every event is a POST to it. Your own network may be meant, too.",
  autoComplete: "off",
} as const;

export function NewEndpoint({ onClose, onMade }: NewProps) {
  const form = useApiForm(webhookApi.createEndpoint, {
    initialValues: { url: "", events: ["order.*"] },
    toInput: ({ url, events }) => ({ url: url.trim(), events }),
    onSuccess: (made) => {
      form.reset();
      onMade(made);
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        <TextInput {...address} data-autofocus {...form.getInputProps("url")} />
        <PatternPicker
          value={form.getValues().events}
          onChange={(events) => form.setFieldValue("events", events)}
          error={form.errors["events"]}
        />
        <FormFooter form={form} submitLabel="Send events there" onCancel={onClose} />
      </Stack>
    </form>
  );
}

export function EditEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const form = useApiForm(webhookApi.editEndpoint, {
    initialValues: { url: endpoint.url, events: endpoint.events, active: endpoint.active },
    // Only what was changed: an address with a password in it is not sent back as it is shown.
    toInput: ({ url, events, active }) => ({
      id: endpoint.id,
      ...(url.trim() !== endpoint.url && { url: url.trim() }),
      ...(events.join() !== endpoint.events.join() && { events }),
      ...(active !== endpoint.active && { active }),
    }),
    onSuccess: (answer) => {
      toastSuccess(`${hostOf(answer.url)} saved`);
      onClose();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        <TextInput {...address} data-autofocus {...form.getInputProps("url")} />
        <Switch
          label="Events are sent"
          description="While it is off, what is under way waits, and new events are not kept for it."
          {...form.getInputProps("active", { type: "checkbox" })}
        />
        <PatternPicker
          value={form.getValues().events}
          onChange={(events) => form.setFieldValue("events", events)}
          error={form.errors["events"]}
        />
        <FormFooter form={form} submitLabel="Save" onCancel={onClose} />
      </Stack>
    </form>
  );
}
