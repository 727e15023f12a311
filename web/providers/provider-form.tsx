/** The form for a provider's settings, as described by the provider. */
import { Checkbox, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import * as providerApi from "#core/contract/provider";
import { FormFooter } from "../ui/forms/form-footer.tsx";
import { PasswordInput } from "../ui/forms/password-input.tsx";
import { type GetInputProps, useApiForm } from "../ui/forms/use-api-form.ts";
import { toastSuccess } from "../ui/toast.tsx";
import type { Provider } from "./types.ts";
import { WebhookAddress } from "./webhook-address.tsx";

type Field = Provider["fields"][number];
type Texts = Readonly<Record<string, string>>;

export function ProviderForm({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { code, kind, label, fields, settings, configured } = provider;
  const isKept = ({ kind, name }: Field) => kind === "secret" && settings[name] !== undefined;
  const form = useApiForm(providerApi.configure, {
    initialValues: { settings: valuesOf(provider), removed: noNames, use: false },
    toInput: ({ settings, removed, use }) => ({
      code,
      ...(use && { use }),
      settings: { ...filledIn(settings), ...Object.fromEntries(removed.map((name) => [name, null])) },
    }),
    validate: (values) =>
      Object.fromEntries(
        fields.flatMap((field) => {
          const error = errorOf(field, values.settings[field.name]?.trim() ?? "", isKept(field));
          return error ? [[`settings.${field.name}`, error]] : [];
        }),
      ),
    onSuccess: ({ mode }) => {
      // Typed values include secrets, and must not stay in the page.
      form.reset();
      toastSuccess(`${label} ${configured ? "saved" : "is set up"}${mode === "test" ? ", in test mode" : ""}`);
      onClose();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate autoComplete="off">
      <Stack gap="sm">
        {fields.map((field, index) => (
          <SettingField
            key={field.name}
            field={field}
            kept={isKept(field) ? settings[field.name] : undefined}
            isFirst={index === 0}
            value={form.getValues().settings[field.name] ?? ""}
            getInputProps={form.getInputProps}
            onChange={(value) => form.setFieldValue(`settings.${field.name}`, value)}
            isRemoved={form.getValues().removed.includes(field.name)}
            onRemove={(isRemoved) => {
              const others = form.getValues().removed.filter((name) => name !== field.name);
              form.setFieldValue("removed", isRemoved ? [...others, field.name] : others);
            }}
          />
        ))}
        {kind === "sender" && configured && (
          <Checkbox
            label="Use it from now on"
            description="For new messages, if another sender of the same kind is set up."
            {...form.getInputProps("use", { type: "checkbox" })}
          />
        )}
        <Text size="xs" c="dimmed">
          Secrets are stored encrypted and never shown again.
        </Text>
        {!configured && <WebhookAddress provider={provider} />}
        <FormFooter form={form} submitLabel={configured ? "Save" : `Set up ${label}`} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** A select starts with its first option, as shown in its field. Secrets are never sent to the browser. */
const valuesOf = ({ fields, settings }: Provider): Texts =>
  Object.fromEntries(
    fields.map(({ name, kind, options }) => {
      const first = kind === "choice" || kind === "server" ? (Object.keys(options ?? {})[0] ?? "") : "";
      return [name, kind === "secret" ? "" : (settings[name] ?? first)];
    }),
  );

/** Leaves out empty fields: a secret stays unchanged, and optional settings are omitted. */
const filledIn = (values: Texts): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));

function errorOf(
  { required, pattern, shape = "Check this value." }: Field,
  value: string,
  isKept: boolean,
): string | null {
  if (value === "") return required && !isKept ? "This field is required." : null;
  return pattern && !new RegExp(`^(?:${pattern})$`, "v").test(value) ? shape : null;
}

interface FieldProps {
  readonly field: Field;
  /** The last characters of the saved secret. */
  readonly kept: string | undefined;
  readonly isFirst: boolean;
  readonly value: string;
  readonly getInputProps: GetInputProps;
  readonly onChange: (value: string) => void;
  /** Whether the saved secret is to be removed. */
  readonly isRemoved: boolean;
  readonly onRemove: (isRemoved: boolean) => void;
}

function SettingField({ field, kept, isFirst, value, getInputProps, onChange, isRemoved, onRemove }: FieldProps) {
  const { name, label, kind, required, help, options = {} } = field;
  const props = {
    label: required ? label : `${label} (optional)`,
    description: help,
    ...(isFirst && { "data-autofocus": true }),
  };
  const path = `settings.${name}`;
  const choices = Object.entries(options).map(([choice, text]) => ({ value: choice, label: text }));
  if (kind === "secret") {
    return (
      <Stack gap={6}>
        <PasswordInput
          {...props}
          description={kept === undefined ? help : `${keptText(kept)} Leave empty to keep it.`}
          autoComplete="new-password"
          spellCheck={false}
          disabled={isRemoved}
          visibilityToggleButtonProps={{ "aria-label": `Show or hide: ${label}` }}
          {...getInputProps(path)}
        />
        {kept !== undefined && !required && (
          <Checkbox
            size="xs"
            label={`Remove the saved ${label.toLowerCase()}`}
            checked={isRemoved}
            onChange={(event) => onRemove(event.currentTarget.checked)}
          />
        )}
      </Stack>
    );
  }
  if (kind === "choice") return <NativeSelect {...props} data={choices} {...getInputProps(path)} />;
  if (kind === "server") {
    const isOwn = !Object.hasOwn(options, value);
    return (
      <>
        <NativeSelect
          {...props}
          data={[...choices, { value: "", label: "Another address" }]}
          value={isOwn ? "" : value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {isOwn && <TextInput label="Address" type="url" autoComplete="off" {...getInputProps(path)} />}
      </>
    );
  }
  return <TextInput {...props} autoComplete="off" spellCheck={false} {...getInputProps(path)} />;
}

const noNames: readonly string[] = [];

const keptText = (ending: string): string =>
  ending.length > 1 ? `The saved one ends in ${ending.slice(1)}.` : "One is saved.";
