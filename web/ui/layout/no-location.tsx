import type { ReactNode } from "react";
import * as locationApi from "#core/contract/location";
import { useSession } from "../../api/session.tsx";
import { ButtonLink } from "../links.tsx";
import { EmptyState } from "./page.tsx";

interface Props {
  readonly title?: string;
  /** Why a location is needed. */
  readonly children?: ReactNode;
}

/** Empty state for a screen that needs a location, in a store without an open one. */
export function NoLocation({ title = "There is no open location", children }: Props) {
  const { can } = useSession();
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
