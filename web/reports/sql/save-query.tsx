import { Button, Text } from "@mantine/core";
import type { Answer } from "#core/contract/kit";
import * as reportApi from "#core/contract/report";
import { useApiMutation } from "../../api/hooks.ts";
import { useNavigateFromHere } from "../../ui/navigate-from-here.ts";
import { toastSuccess } from "../../ui/toast.tsx";

type Query = Answer<typeof reportApi.readQuery>;

interface Props {
  readonly saved: Query | null;
  readonly draft: Pick<Query, "name" | "description" | "statement" | "parameters" | "chart">;
  /** Called before the page of a new report is opened. */
  readonly onSaved: () => void;
}

/** Creates a report, or edits the existing one. */
export function SaveQuery({ saved, draft: { name, description, statement, parameters, chart }, onSaved }: Props) {
  const navigate = useNavigateFromHere();
  const done = ({ id, name: made }: Query) => {
    onSaved();
    toastSuccess(`${made} saved`);
    if (!saved) void navigate({ to: "/reports/sql/$id", params: { id } });
  };
  const create = useApiMutation(reportApi.createQuery, { onSuccess: done });
  const edit = useApiMutation(reportApi.editQuery);
  const definition = { name, statement, parameters: [...parameters], chart, ...(description && { description }) };
  const error = create.error ?? edit.error;
  return (
    <>
      {error && (
        <Text size="sm" c="red" role="alert">
          {error.message}
        </Text>
      )}
      <Button
        variant="default"
        disabled={name.trim() === ""}
        loading={create.isPending || edit.isPending}
        onClick={() =>
          saved ? edit.mutate({ id: saved.id, ...definition }, { onSuccess: done }) : create.mutate(definition)
        }
      >
        Save
      </Button>
    </>
  );
}
