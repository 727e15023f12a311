/** The forms that create and edit an endpoint. */
import { Stack, Switch, TextInput } from "@mantine/core";
import * as webhookApi from "#core/contract/webhook";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { useApiForm } from "../ui/forms/use-api-form.ts";
import { toastSuccess } from "../ui/toast.tsx";
import { hostOf, pausedText } from "./labels.ts";
import { PatternPicker } from "./pattern-picker.tsx";
import type { CreatedEndpoint, Endpoint } from "./types.ts";

interface NewEndpointProps {
  readonly onClose: () => void;
  readonly onCreated: (endpoint: CreatedEndpoint) => void;
}

const urlFieldProps = {
  label: "URL",
  type: "url",
  placeholder: "https://example.com/hooks/store",
  description: "Every event is sent to it as a POST request. URLs in your own network are allowed.",
  autoComplete: "off",
} as const;

export function NewEndpoint({ onClose, onCreated }: NewEndpointProps) {
  const form = useApiForm(webhookApi.createEndpoint, {
    initialValues: { url: "", events: ["order.*"] },
    toInput: ({ url, events }) => ({ url: url.trim(), events }),
    onSuccess: (endpoint) => {
      form.reset();
      onCreated(endpoint);
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        <TextInput {...urlFieldProps} data-autofocus {...form.getInputProps("url")} />
        <PatternPicker
          value={form.getValues().events}
          onChange={(events) => form.setFieldValue("events", events)}
          error={form.errors["events"]}
        />
        <FormFooter form={form} submitLabel="Create endpoint" onCancel={onClose} />
      </Stack>
    </form>
  );
}

export function EditEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const form = useApiForm(webhookApi.editEndpoint, {
    initialValues: { url: endpoint.url, events: endpoint.events, active: endpoint.active },
    // Only the changed fields: the API shows a URL without its password, and that URL must not overwrite the real one.
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
        <TextInput {...urlFieldProps} data-autofocus {...form.getInputProps("url")} />
        <Switch label="Active" description={pausedText} {...form.getInputProps("active", { type: "checkbox" })} />
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
