/** The form of a drawer that makes a record or changes one: its fields, what it says when it is done, and its end. */
import { Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { Answer, Asked, Operation } from "#core/contract/kit";
import { FormEnd, Stale, useActForm, useBegan } from "./form.tsx";
import { sayDone } from "./said.tsx";

/** Where somebody else may be faster: the version that one has seen, and what to compare with what is there then. */
interface Shared<Now> {
  readonly version: number;
  readonly now: Now;
  readonly facts: (now: Now) => Readonly<Record<string, string>>;
}

interface Props<Op extends Operation, Values extends object, Now> {
  readonly op: Op;
  readonly from: Values;
  readonly asked: (values: Values) => Asked<Op>;
  /** Where a field is called otherwise than in the operation. */
  readonly fieldOf?: Readonly<Record<string, string>>;
  readonly shared?: Shared<Now>;
  /** "GST 18 % added" */
  readonly says: (answer: Answer<Op>) => string;
  /** The button's, which may go by what was typed. */
  readonly label: string | ((typed: Values) => string);
  readonly color?: (typed: Values) => string | undefined;
  /** Once it is done, before the drawer closes. */
  readonly onDone?: (answer: Answer<Op>) => void;
  /** What was made is no longer in the fields when the drawer is opened for another one. */
  readonly isNew?: boolean;
  readonly close: () => void;
  /** Below the buttons: what else can be done with the record. */
  readonly below?: ReactNode;
  readonly children: (form: ReturnType<typeof useActForm<Op, Values>>) => ReactNode;
}

export function RecordForm<Op extends Operation, Values extends object, Now>(props: Props<Op, Values, Now>) {
  const { op, from, asked, fieldOf, shared, says, label, color, onDone, isNew = false, close, below, children } = props;
  const form = useActForm(op, {
    from,
    asked,
    ...(fieldOf && { fieldOf }),
    version: shared?.version,
    onDone: (answer) => {
      sayDone(says(answer));
      onDone?.(answer);
      if (isNew) form.reset();
      close();
    },
  });
  const base = useBegan(shared?.now, form.isDirty());
  const hue = color?.(form.values);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        {shared && (
          <Stale
            error={form.act.error}
            base={base ?? shared.now}
            now={shared.now}
            facts={shared.facts}
            onKeepMine={() => form.goOver(shared.version)}
            onTakeTheirs={() => form.take(from)}
          />
        )}
        {children(form)}
        <FormEnd
          form={form}
          label={typeof label === "string" ? label : label(form.values)}
          onCancel={close}
          {...(hue && { color: hue })}
        />
        {below && <Group justify="flex-end">{below}</Group>}
      </Stack>
    </form>
  );
}
