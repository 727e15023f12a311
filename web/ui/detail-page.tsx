/** The page of one thing: what stands there until the store has answered, and when it has not. */
import { Box, Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import type { useApiQuery } from "../api/hooks.ts";
import { Problem } from "./error-alert.tsx";
import { Page } from "./page.tsx";

interface Props<Data> {
  /** What kind of thing it is, when there is none to show. */
  readonly title: string;
  readonly answer: Pick<ReturnType<typeof useApiQuery>, "error" | "refetch"> & { readonly data: Data | undefined };
  /** What is known of it before the answer: the list that one comes from has said its name. */
  readonly known?: { readonly title: string; readonly beside: ReactNode } | undefined;
  readonly children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ title, answer, known = { title: "…", beside: null }, children }: Props<Data>) {
  if (answer.data !== undefined) return children(answer.data);
  return (
    <Page {...(answer.error ? { title } : known)}>
      {answer.error ? (
        <Problem of={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Box aria-busy="true" role="status" aria-label="Loading">
          <Skeleton height={180} radius="md" />
        </Box>
      )}
    </Page>
  );
}
