/** The form of a drawer that creates or edits a record: its fields, its footer, and its message once saved. */
import { Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { Answer, Asked, Operation } from "#core/contract/kit/operation";
import { toastSuccess, toastUndo } from "../toast.tsx";
import { ConflictAlert } from "./conflict-alert.tsx";
import { FormFooter } from "./form-footer.tsx";
import { useApiForm, useBaseValue } from "./use-api-form.ts";

/** For a record that someone else may save first: the version that the user has seen, and what to compare. */
interface Versioned<Current> {
  readonly version: number;
  readonly current: Current;
  readonly describe: (current: Current) => Readonly<Record<string, string>>;
}

interface Props<Op extends Operation, Values extends object, Current> {
  readonly operation: Op;
  readonly initialValues: Values;
  readonly toInput: (values: Values) => Asked<Op>;
  /** Fields that have another name than in the operation's input. */
  readonly fieldNames?: Readonly<Record<string, string>>;
  readonly versioned?: Versioned<Current>;
  /** Completes what was typed before it is sent. */
  readonly complete?: (values: Values) => Promise<Values>;
  /** "GST 18% added" */
  readonly successMessage: (answer: Answer<Op>) => string;
  /** For changes that are easily reverted: restores the state before this answer. */
  readonly undo?: (answer: Answer<Op>) => () => Promise<unknown>;
  /** It may depend on what was typed. */
  readonly submitLabel: string | ((values: Values) => string);
  readonly color?: (values: Values) => string | undefined;
  /** Called once it is saved, before the drawer closes. */
  readonly onSuccess?: (answer: Answer<Op>) => void;
  /** For a form that creates: empties its fields for the next record. */
  readonly resetOnSuccess?: boolean;
  readonly onClose: () => void;
  /** Below the buttons: what else can be done with the record. */
  readonly footer?: ReactNode;
  readonly children: (form: ReturnType<typeof useApiForm<Op, Values>>) => ReactNode;
}

export function RecordForm<Op extends Operation, Values extends object, Current>(props: Props<Op, Values, Current>) {
  const { operation, initialValues, toInput, versioned, successMessage, submitLabel, color, footer, children } = props;
  const { onSuccess, resetOnSuccess = false, onClose, fieldNames, complete, undo } = props;
  const form = useApiForm(operation, {
    initialValues,
    toInput,
    ...(fieldNames && { fieldNames }),
    version: versioned?.version,
    complete,
    keepsTyping: versioned !== undefined,
    onSuccess: (answer) => {
      if (undo) toastUndo(successMessage(answer), undo(answer));
      else toastSuccess(successMessage(answer));
      onSuccess?.(answer);
      if (resetOnSuccess) form.reset();
      // Anything typed since it was sent still has to be saved.
      if (!form.isDirty()) onClose();
    },
  });
  const base = useBaseValue(versioned?.current, form.isDirty());
  const buttonColor = color?.(form.values);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        {versioned && (
          <ConflictAlert
            error={form.mutation.error}
            base={base ?? versioned.current}
            current={versioned.current}
            describe={versioned.describe}
            onKeepMine={() => form.overwrite(versioned.version)}
            onTakeTheirs={() => form.replaceValues(initialValues)}
          />
        )}
        {children(form)}
        <FormFooter
          form={form}
          submitLabel={typeof submitLabel === "string" ? submitLabel : submitLabel(form.values)}
          onCancel={onClose}
          {...(buttonColor && { color: buttonColor })}
        />
        {footer && <Group justify="flex-end">{footer}</Group>}
      </Stack>
    </form>
  );
}
