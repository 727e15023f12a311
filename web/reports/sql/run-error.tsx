/** The outcome of a run without a result. */
import { Alert, Text } from "@mantine/core";
import type { ApiError } from "../../api/api-client.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import classes from "./sql.module.css";

export interface Problem {
  readonly sentence: string;
  readonly position: number | null;
}

/** The error of PostgreSQL or the store about the SQL text. */
export function problemOf(error: ApiError | null): Problem | null {
  const { sentence, position } = error?.detail ?? {};
  if (typeof sentence !== "string") return null;
  return { sentence, position: typeof position === "number" ? position : null };
}

/** Errors in parameter values, by name. */
export function fieldErrorsOf(error: ApiError | null): Readonly<Record<string, string>> {
  const issues = error?.detail["issues"];
  if (!Array.isArray(issues)) return {};
  return Object.fromEntries(
    issues.flatMap(({ path, message }: { path: string; message: string }) =>
      path.startsWith("parameters.") ? [[path.slice("parameters.".length), message]] : [],
    ),
  );
}

export function RunError({ error }: { error: ApiError | null }) {
  const problem = problemOf(error);
  if (!problem) return error && Object.keys(fieldErrorsOf(error)).length === 0 ? <ErrorAlert error={error} /> : null;
  return (
    <Alert color="red" title="The report failed" role="alert">
      <Text size="sm" ff="monospace" className={classes["says"] ?? ""}>
        {problem.sentence}
      </Text>
    </Alert>
  );
}
