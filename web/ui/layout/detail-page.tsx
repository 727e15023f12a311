/** The page of one record: its loading state, its error, and the record once it has loaded. */
import { Box, Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { isApiError, type useApiQuery } from "../../api/hooks.ts";
import { ErrorAlert } from "../error-alert.tsx";
import { Breadcrumb, EmptyState, Page } from "./page.tsx";
import { SlowNotice } from "./slow-notice.tsx";

interface Props<Data> {
  /** The kind of record, shown while there is no record. */
  readonly title: string;
  /** The list that the record is in: linked where the record cannot be shown. */
  readonly list: { readonly to: string; readonly label: string };
  readonly query: Pick<ReturnType<typeof useApiQuery>, "error" | "refetch"> & { readonly data: Data | undefined };
  /** What is known before the record is loaded, for example from the list that linked here. */
  readonly preview?: { readonly title: string; readonly titleExtra: ReactNode } | undefined;
  readonly children: (data: Data) => ReactNode;
}

export function DetailPage<Data>(props: Props<Data>) {
  const { title, list, query, preview = { title: "…", titleExtra: null }, children } = props;
  if (query.data !== undefined) return children(query.data);
  return (
    <Page {...(query.error ? { title } : preview)}>
      {query.error && <Breadcrumb {...list} />}
      {isApiError(query.error, "request.invalid") ? (
        <EmptyState title="There is no page at this address">The link may be old or incomplete.</EmptyState>
      ) : query.error ? (
        <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Box aria-busy="true" role="status" aria-label="Loading">
          <SlowNotice onRetry={() => void query.refetch()} />
          <Skeleton height={180} radius="md" />
        </Box>
      )}
    </Page>
  );
}
