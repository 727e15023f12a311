/**
 * A form for one operation. The operation's schema checks the values before they are sent, and the store's refusals are
 * shown at the fields. If someone else has saved first, the caller shows what they changed (`ConflictAlert`), and the
 * typed values are kept.
 */
import { type UseFormReturnType, useForm } from "@mantine/form";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type * as z from "zod";
import { type Answer, type Asked, type Operation, takesIfMatch } from "#core/contract/kit/operation";
import type { ApiError } from "../../api/api-client.ts";
import { useApiMutation } from "../../api/hooks.ts";
import { versionOf } from "../../api/own-versions.ts";
import { pathLabel } from "../format/field-labels.ts";
import { toastError } from "../toast.tsx";
import { useUnsaved } from "./unsaved.ts";
import { useLastWord } from "./use-last-word.ts";

/** A form's function for the props of a field. Each field knows the type of its own value. */
export type GetInputProps = (
  path: string,
  how?: { readonly type: "checkbox" },
) => ReturnType<UseFormReturnType<object>["getInputProps"]>;

interface Options<Op extends Operation, Values extends object> {
  /** The initial values. The fields follow them until the user types. */
  readonly initialValues: Values;
  /** Converts the values to the operation's input: an empty text usually becomes `undefined`. */
  readonly toInput: (values: Values) => Asked<Op>;
  /** Fields that have a different name in the operation's input: `{ amountMinor: "amount" }`. */
  readonly fieldNames?: Readonly<Record<string, string>>;
  readonly version?: number | undefined;
  /** Checks beyond the operation's schema: the errors by field. */
  readonly validate?: (values: Values) => FieldErrors;
  /** Refusals that belong to a field: the errors by field. */
  readonly refusedFields?: (error: ApiError, values: Values) => FieldErrors;
  /** Completes the values before they are checked and sent; the fields then show the completed values. */
  readonly complete?: ((values: Values) => Promise<Values>) | undefined;
  /** For a form that stays open: input typed during a save is kept, and counts as unsaved. */
  readonly keepsTyping?: boolean;
  readonly onSuccess?: (answer: Answer<Op>, input: Asked<Op>) => void;
}

type FieldErrors = Readonly<Record<string, string>>;

export function useApiForm<Op extends Operation, Values extends object>(op: Op, options: Options<Op, Values>) {
  const { initialValues, toInput, fieldNames = {}, version, validate, refusedFields, complete } = options;
  const { keepsTyping = false, onSuccess } = options;
  const form = useForm<Values>({ initialValues });
  /** The version that the user has seen and decided to overwrite. */
  const [overwritten, setOverwritten] = useState<number | undefined>();
  const [unmatchedIssues, setUnmatchedIssues] = useState<readonly string[]>([]);
  const dirty = form.isDirty();
  useUnsaved(() => form.isDirty());
  const baseVersion = useBaseValue(version, dirty);
  /** The values at the time an input was sent. */
  const sent = useRef(new WeakMap<Asked<Op>, Values>());
  /** The mutation itself stays pending longer, until the screen has been fetched again. */
  const isAnswered = useRef(true);
  /** Where the form shows an error. */
  const errorPlace = useRef<HTMLDivElement | null>(null);
  const heard = useLastWord(op);
  const mutation = useApiMutation(op, {
    version: overwritten ?? baseVersion,
    onSuccess: (answer, input) => {
      // Saved values no longer count as dirty: from here on the fields follow `initialValues` again.
      form.resetDirty(keepsTyping ? sent.current.get(input) : undefined);
      isAnswered.current = true;
      followed.current = signature.current;
      setOverwritten(form.isDirty() ? versionOf(answer) : undefined);
      onSuccess?.(answer, input);
    },
    // Inside a drawer that has been closed meanwhile, nobody would see it.
    onError: (error) => {
      heard(error);
      if (errorPlace.current?.checkVisibility() === false) toastError(error);
    },
  });
  const signature = useRef("");
  signature.current = JSON.stringify(initialValues);
  /** The initial values that the fields last took; values that arrived while the user typed are not taken. */
  const followed = useRef(signature.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `signature` stands for the values, which are a new object each time
  useEffect(() => {
    if (form.isDirty() || followed.current === signature.current) return;
    followed.current = signature.current;
    form.setInitialValues(initialValues);
    form.setValues(initialValues);
  }, [signature.current, dirty]);

  const showIssues = (issues: readonly { readonly path: string; readonly message: string }[]) => {
    // If a field has several issues, the first one is shown.
    const errors = issues.toReversed().map(({ path, message }) => [fieldNames[path] ?? path, message]);
    // Synchronously: a busy browser might reach the next frame before it has rendered the errors.
    flushSync(() => {
      form.setErrors(Object.fromEntries(errors));
      setUnmatchedIssues([]);
    });
    // Closed drawers keep their fields, and the errors at them.
    const invalid = [...document.querySelectorAll<HTMLElement>('[aria-invalid="true"]')].find((field) =>
      field.checkVisibility(),
    );
    invalid?.focus();
    // No field can show it, so it is shown beside the button.
    if (!invalid) setUnmatchedIssues(issues.map(({ path, message }) => `${pathLabel(path)}: ${message}`));
  };
  const showErrors = (errors: FieldErrors) =>
    showIssues(Object.entries(errors).map(([path, message]) => ({ path, message })));
  /** The stored values, changed since, that the user has been told of. */
  const told = useRef(new Set<string>());
  /** A second Enter while the values are being completed sends nothing. */
  const isCompleting = useRef(false);
  const submit = () => {
    // Ctrl-Enter, which the disabled button does not stop.
    if (!isAnswered.current) return;
    if (!complete) return send(form.getValues());
    if (isCompleting.current) return;
    isCompleting.current = true;
    const typed = form.getValues();
    // If the code that completes them cannot be loaded, the values are checked as typed.
    complete(typed)
      .then(
        (values) => {
          form.setValues(values);
          send(values);
        },
        () => send(typed),
      )
      .finally(() => {
        isCompleting.current = false;
      });
  };
  const send = (values: Values) => {
    const own = validate?.(values) ?? {};
    if (Object.keys(own).length > 0) return showErrors(own);
    const base = toInput(form.getInitialValues());
    const input = changesOnly(op, base, toInput(values));
    const isOutdated = followed.current !== signature.current;
    const others = isOutdated ? overwrittenFields(op, input, base, toInput(initialValues)) : [];
    const untold = others.filter(({ stored }) => !told.current.has(stored));
    if (untold.length > 0) {
      told.current = new Set(others.map(({ stored }) => stored));
      const message = "This has changed since you opened it. Save again to overwrite that.";
      showErrors(Object.fromEntries(untold.map(({ name }) => [name, message])));
      // The fields may be far apart, or not on screen.
      const names = untold.map(({ name }) => pathLabel(name)).join(", ");
      if (untold.length > 1)
        setUnmatchedIssues([`Changed since you opened this: ${names}. Save again to overwrite that.`]);
      return;
    }
    const checked = op.input.safeParse(input);
    if (!checked.success) {
      return showIssues(
        checked.error.issues.map((issue) => ({
          path: issue.path.join("."),
          message: issueMessage(issue, valueAt(input, issue.path)),
        })),
      );
    }
    form.clearErrors();
    setUnmatchedIssues([]);
    sent.current.set(input, values);
    isAnswered.current = false;
    heard(null);
    mutation.mutate(input, {
      onError: (error) => {
        isAnswered.current = true;
        if (error.code === "request.invalid") showIssues(issuesIn(error));
        const refused = refusedFields?.(error, values) ?? {};
        if (Object.keys(refused).length > 0) showErrors(refused);
      },
    });
  };
  const replaceValues = (values: Values) => {
    isAnswered.current = true;
    followed.current = signature.current;
    form.setInitialValues(values);
    form.setValues(values);
    form.resetDirty(values);
    form.clearErrors();
    mutation.reset();
    setOverwritten(undefined);
  };
  return {
    ...form,
    mutation,
    unmatchedIssues,
    errorPlace,
    submit,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      submit();
    },
    /** The next submit overwrites this version. */
    overwrite: (latest: number) => {
      setOverwritten(latest);
      mutation.reset();
    },
    /** Puts these values into the fields; typed values are lost. */
    replaceValues,
    /** Back to the initial values. */
    reset: () => replaceValues(initialValues),
  };
}

/**
 * The input of an edit that has no version holds only what the user has changed, so that what others have changed
 * meanwhile is kept.
 */
function changesOnly<Op extends Operation>(op: Op, before: Asked<Op>, after: Asked<Op>): Asked<Op> {
  if (!isWithoutVersion(op)) return after;
  const unchanged = new Map(Object.entries(before).map(([name, value]) => [name, comparable(value)]));
  const sent = Object.entries(after).filter(
    ([name, value]) => op.path.includes(`{${name}}`) || unchanged.get(name) !== comparable(value),
  );
  return Object.fromEntries(sent) as Asked<Op>; // every field of a PATCH may be left out
}

const isWithoutVersion = (op: Operation) => op.method === "PATCH" && !takesIfMatch(op);

/** The fields of such an edit that others have changed since `base`, to something else. */
function overwrittenFields<Op extends Operation>(op: Op, input: Asked<Op>, base: Asked<Op>, stored: Asked<Op>) {
  if (!isWithoutVersion(op)) return [];
  const mine = new Map(Object.entries(input));
  return Object.entries(changesOnly(op, base, stored))
    .filter(([name, value]) => mine.has(name) && comparable(mine.get(name)) !== comparable(value))
    .map(([name, value]) => ({ name, stored: comparable([name, value]) }));
}

/** Text that is not a number is NaN, which JSON would make null: no value. */
const comparable = (value: unknown) => JSON.stringify(value, (_, part) => (Number.isNaN(part) ? "NaN" : part));

/** A value as it was when the user began to type: their edits are meant for that one, whatever others do meanwhile. */
export function useBaseValue<Value>(value: Value, dirty: boolean): Value {
  const base = useRef(value);
  if (!dirty) base.current = value;
  return base.current;
}

/** The store's issues, from the detail of a 400. */
export function issuesIn({ detail }: ApiError): { path: string; message: string }[] {
  const issues: unknown = detail["issues"];
  return Array.isArray(issues) ? issues : [];
}

/** A schema issue in readable form. The contract's messages say what the value should be: "an email address". */
function issueMessage(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined || value === null || value === "") return "This field is required.";
  // Its bounds are in minor units, which users do not type.
  const isAmount = String(issue.path.at(-1)).endsWith("Minor");
  if (isAmount && issue.code === "too_small") return "Enter a larger amount.";
  if (isAmount && issue.code === "too_big") return "Enter a smaller amount.";
  if (issue.code === "too_small") return `At least ${issue.minimum}${issue.origin === "string" ? " characters" : ""}.`;
  if (issue.code === "too_big") return `At most ${issue.maximum}${issue.origin === "string" ? " characters" : ""}.`;
  if (issue.code === "invalid_type") {
    return issue.expected === "int" ? "Enter a whole number." : "This field is required.";
  }
  return /^[a-z\d]/.test(issue.message) ? `Enter ${issue.message}.` : `Not valid: ${issue.message}.`;
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce(
    (value: unknown, name) => (typeof value === "object" && value ? Reflect.get(value, name) : undefined),
    input,
  );
