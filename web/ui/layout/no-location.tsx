import type { ReactNode } from "react";
import * as locationApi from "#core/contract/location";
import { useSession } from "../../api/session.tsx";
import { useLocations } from "../../api/use-locations.ts";
import { ErrorAlert } from "../error-alert.tsx";
import { ButtonLink } from "../links/links.tsx";
import { EmptyState } from "./page.tsx";

interface Props {
  readonly title?: string;
  /** Why a location is needed. */
  readonly children?: ReactNode;
}

/** For a screen that needs a location, while there is none: none is open, or the store has not answered. */
export function NoLocation({ title = "There is no open location", children }: Props) {
  const { can } = useSession();
  const { mayList, isAwaited, error, refetch } = useLocations();
  if (isAwaited) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!mayList) return <EmptyState title="Your role may not see locations">{children}</EmptyState>;
  return (
    <EmptyState
      title={title}
      action={
        can(locationApi.create) && (
          <ButtonLink to="/locations" search={{ open: "new" }}>
            New location
          </ButtonLink>
        )
      }
    >
      {children}
    </EmptyState>
  );
}
