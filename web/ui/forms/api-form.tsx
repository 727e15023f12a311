/**
 * A form that does one operation. It is checked with the operation's own schema before it is sent, what the store finds
 * wrong is shown on its fields, and when somebody else was faster it shows what they changed and keeps what was typed.
 */
import { Alert, Button, Group, Stack, Table, Text } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type * as z from "zod";
import type { Answer, Asked, Operation } from "#core/contract/kit";
import type { ApiError } from "../../api/api-client.ts";
import { invalidateApiQueries, useApiMutation } from "../../api/hooks.ts";
import { Problem } from "../error-alert.tsx";

/** How a form hands a field what it needs. What kind of field it is, and so of value, is the field's own affair. */
export type GetInputProps = (
  path: string,
  how?: { readonly type: "checkbox" },
) => ReturnType<UseFormReturnType<object>["getInputProps"]>;

interface Options<Op extends Operation, Values extends object> {
  /** What the fields hold at first. Until somebody types, they follow it. */
  readonly from: Values;
  /** What is sent for what was typed: an empty text is usually `undefined`. */
  readonly asked: (values: Values) => Asked<Op>;
  /** Where a field is called otherwise than in the operation: `{ amountMinor: "amount" }`. */
  readonly fieldOf?: Readonly<Record<string, string>>;
  readonly version?: number | undefined;
  readonly onDone?: (answer: Answer<Op>) => void;
}

export function useActForm<Op extends Operation, Values extends object>(op: Op, options: Options<Op, Values>) {
  const { from, asked, fieldOf = {}, version, onDone } = options;
  const client = useQueryClient();
  const form = useForm<Values>({ initialValues: from });
  /** Chosen after a look at what somebody else changed: mine goes over theirs. */
  const [over, setOver] = useState<number | undefined>();
  const [strays, setStrays] = useState<readonly string[]>([]);
  const dirty = form.isDirty();
  const began = useBegan(version, dirty);
  const act = useApiMutation(op, {
    version: over ?? began,
    onSuccess: (answer) => {
      setOver(undefined);
      // What has been saved is no longer something typed: from here on the fields follow again.
      form.resetDirty();
      onDone?.(answer);
    },
  });
  const first = JSON.stringify(from);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `first` stands for the values, which are a new object each time
  useEffect(() => {
    if (dirty) return;
    form.setInitialValues(from);
    form.setValues(from);
  }, [first]);

  const show = (issues: readonly { readonly path: string; readonly message: string }[]) => {
    form.setErrors(Object.fromEntries(issues.map(({ path, message }) => [fieldOf[path] ?? path, message])));
    setStrays([]);
    requestAnimationFrame(() => {
      const marked = document.querySelector<HTMLElement>('[aria-invalid="true"]');
      marked?.focus();
      // None of the fields can show it: it is said at the button, rather than not at all.
      if (!marked) setStrays(issues.map(({ path, message }) => `${path}: ${message}`));
    });
  };
  const send = () => {
    const input = asked(form.getValues());
    const checked = op.input.safeParse(input);
    if (!checked.success)
      return show(checked.error.issues.map((issue) => ({ path: issue.path.join("."), message: messageOf(issue) })));
    form.clearErrors();
    setStrays([]);
    act.mutate(input, {
      onError: (error) => {
        if (error.code === "request.invalid") show(issuesIn(error));
        if (error.code === "version.stale") void invalidateApiQueries(client);
      },
    });
  };
  const take = (theirs: Values) => {
    form.setInitialValues(theirs);
    form.setValues(theirs);
    form.resetDirty(theirs);
    form.clearErrors();
    act.reset();
    setOver(undefined);
  };
  return {
    ...form,
    act,
    strays,
    send,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      send();
    },
    /** Mine goes over what is there now: the next press of the button saves it. */
    goOver: (latest: number) => {
      setOver(latest);
      act.reset();
    },
    /** Theirs is taken: what was typed goes. */
    take,
    /** As at first, with nothing typed. */
    reset: () => take(from),
  };
}

/** A value as it was when the typing began: what was typed is meant for that, whatever others do meanwhile. */
export function useBegan<Value>(value: Value, dirty: boolean): Value {
  const began = useRef(value);
  if (!dirty) began.current = value;
  return began.current;
}

/** The store's own issues, from the detail of a 400. */
export function issuesIn({ detail }: ApiError): { path: string; message: string }[] {
  const issues: unknown = detail["issues"];
  return Array.isArray(issues) ? issues : [];
}

/** The schema's messages are for programs; these are for people. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "too_small" && issue.origin === "string") {
    return Number(issue.minimum) <= 1 ? "Fill this in." : `At least ${issue.minimum} characters.`;
  }
  if (issue.code === "too_small") return `At least ${issue.minimum}.`;
  if (issue.code === "too_big" && issue.origin === "string") return `At most ${issue.maximum} characters.`;
  if (issue.code === "too_big") return `At most ${issue.maximum}.`;
  if (issue.code === "invalid_type") return issue.expected === "int" ? "A whole number." : "Fill this in.";
  if (issue.code === "invalid_format" && issue.format === "email")
    return "An e-mail address, such as name@example.com.";
  if (issue.code === "invalid_format" && issue.format === "url") return "A web address, such as https://example.com/…";
  return `Not right: ${issue.message}.`;
}

interface Actable {
  readonly act: { readonly error: ApiError | null; readonly isPending: boolean };
  readonly strays: readonly string[];
  readonly send: () => void;
}

interface EndProps {
  readonly form: Actable;
  readonly label: string;
  readonly onCancel?: () => void;
  readonly color?: string;
}

/** The end of a form: what went wrong, and the button. Issues with a field of their own stand on the field. */
export function FormEnd({ form, label, onCancel, color }: EndProps) {
  const { error, isPending } = form.act;
  return (
    <Stack gap="sm" mt="md">
      {error?.code !== "version.stale" && <Problem of={error} retry={form.send} />}
      {form.strays.map((stray) => (
        <Text key={stray} size="sm" c="var(--mantine-color-error)" role="alert">
          {stray}
        </Text>
      ))}
      <Group justify="flex-end" gap="xs">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={isPending} {...(color && { color })}>
          {label}
        </Button>
      </Group>
    </Stack>
  );
}

interface StaleProps<Value> {
  readonly error: ApiError | null;
  /** What the form began with, and what is there now. */
  readonly base: Value;
  readonly now: Value | undefined;
  /** What to compare, and how it is called. */
  readonly facts: (value: Value) => Readonly<Record<string, string>>;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** Somebody else was faster: what they changed, side by side, and the choice. */
export function Stale<Value>({ error, base, now, facts, onKeepMine, onTakeTheirs }: StaleProps<Value>) {
  if (error?.code !== "version.stale" || !now) return null;
  const [before, after] = [facts(base), facts(now)];
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );
  return (
    <Alert color="orange" title="Somebody else has changed this" role="alert">
      <Text size="sm" mb="xs">
        {changed.length > 0
          ? "This is what they changed. What you typed is still here."
          : "Nothing that this form shows has changed. What you typed is still here."}
      </Text>
      {changed.length > 0 && (
        <Table fz="sm" mb="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>What</Table.Th>
              <Table.Th>When you began</Table.Th>
              <Table.Th>Now</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changed.map((name) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{before[name] ?? "–"}</Table.Td>
                <Table.Td fw={600}>{after[name] ?? "–"}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group gap="xs">
        <Button size="xs" onClick={onKeepMine}>
          Keep mine, and go on
        </Button>
        <Button size="xs" variant="default" onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </Group>
    </Alert>
  );
}
