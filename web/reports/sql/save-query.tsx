import { Button, Text } from "@mantine/core";
import { useRef } from "react";
import type { Answer } from "#core/contract/kit/operation";
import * as reportApi from "#core/contract/report";
import { useApiMutation } from "../../api/hooks.ts";
import { useNavigateFromHere } from "../../ui/links/navigate-from-here.ts";
import { toastSuccess } from "../../ui/toast.tsx";

type Query = Answer<typeof reportApi.readQuery>;
export type Definition = Pick<Query, "name" | "description" | "statement" | "parameters" | "chart">;

interface Props {
  readonly saved: Query | null;
  readonly draft: Definition;
  readonly edit: ReturnType<typeof useApiMutation<typeof reportApi.editQuery>>;
  /** Called before the page of a new report is opened, with the draft that was sent. */
  readonly onSaved: (answer: Query, sent: Definition) => void;
}

/** Creates a report, or edits the existing one. */
export function SaveQuery({ saved, draft, edit, onSaved }: Props) {
  const { name, description, statement, parameters, chart } = draft;
  const navigate = useNavigateFromHere();
  const sent = useRef(draft);
  const done = (answer: Query) => {
    onSaved(answer, sent.current);
    toastSuccess(`${answer.name} saved`);
    // What was typed meanwhile stays on the page, unsaved.
    if (!saved)
      void navigate({ to: "/reports/sql/$id", params: { id: answer.id }, replace: true, ignoreBlocker: true });
  };
  // At once, not when the screen has been fetched again: until then a second one could be created.
  const create = useApiMutation(reportApi.createQuery, { onSuccess: done });
  const definition = { name, statement, parameters: [...parameters], chart, ...(description && { description }) };
  const error = create.error ?? edit.error;
  return (
    <>
      {error && error.code !== "version.stale" && (
        <Text size="sm" c="red" role="alert">
          {error.message}
        </Text>
      )}
      <Button
        variant="default"
        disabled={name.trim() === ""}
        loading={create.isPending || edit.isPending}
        onClick={() => {
          sent.current = draft;
          if (saved) edit.mutate({ id: saved.id, ...definition }, { onSuccess: done });
          else create.mutate(definition);
        }}
      >
        Save
      </Button>
    </>
  );
}
