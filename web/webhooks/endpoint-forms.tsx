/** What an endpoint is made of: its address, what it hears, whether it is sent to. */
import { Stack, Switch, TextInput } from "@mantine/core";
import type { Answer } from "#core/contract/kit";
import * as webhookApi from "#core/contract/webhook";
import { FormEnd, useActForm } from "../ui/forms/api-form.tsx";
import { sayDone } from "../ui/toast.tsx";
import { type Endpoint, hostOf } from "./labels.ts";
import { PatternPicker } from "./pattern-picker.tsx";

interface NewProps {
  readonly close: () => void;
  readonly onMade: (made: Answer<typeof webhookApi.createEndpoint>) => void;
}

const address = {
  label: "Address",
  type: "url",
  placeholder: "https://example.com/hooks/store",
  description: "Every event is a POST to it. Your own network may be meant, too.",
  autoComplete: "off",
} as const;

export function NewEndpoint({ close, onMade }: NewProps) {
  const form = useActForm(webhookApi.createEndpoint, {
    from: { url: "", events: ["order.*"] },
    asked: ({ url, events }) => ({ url: url.trim(), events }),
    onDone: (made) => {
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
        <FormEnd form={form} label="Send events there" onCancel={close} />
      </Stack>
    </form>
  );
}

export function EditEndpoint({ of, close }: { of: Endpoint; close: () => void }) {
  const form = useActForm(webhookApi.editEndpoint, {
    from: { url: of.url, events: of.events, active: of.active },
    // Only what was changed: an address with a password in it is not sent back as it is shown.
    asked: ({ url, events, active }) => ({
      id: of.id,
      ...(url.trim() !== of.url && { url: url.trim() }),
      ...(events.join() !== of.events.join() && { events }),
      ...(active !== of.active && { active }),
    }),
    onDone: (answer) => {
      sayDone(`${hostOf(answer.url)} saved`);
      close();
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
        <FormEnd form={form} label="Save" onCancel={close} />
      </Stack>
    </form>
  );
}
