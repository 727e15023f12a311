/** Where nothing is, where one may not go, and where something broke. */
import { Button } from "@mantine/core";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { labelOf, type Right } from "#core/contract/rights";
import { ApiError } from "../api/api-client.ts";
import { Problem } from "../ui/error-alert.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { MissingPiece, ScreenMissing } from "./chunk-errors.tsx";

const home = (
  <Button component={Link} to="/" variant="default" mt="sm">
    Go to Home
  </Button>
);

export function Closed({ right }: { right: Right | null }) {
  return (
    <Page title="Not open to you">
      <Empty title="Your role does not open this screen" action={home}>
        {right && `It needs the right “${labelOf(right)}”. `}
        Ask an owner of the store if you should have it.
      </Empty>
    </Page>
  );
}

export function Nowhere() {
  return (
    <Page title="Nothing here">
      <Empty title="There is nothing at this address" action={home}>
        The link may be old, or a letter of it was lost on the way.
      </Empty>
    </Page>
  );
}

/** A screen that broke, or whose code could not be fetched: the rest of the page goes on. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  if (error instanceof MissingPiece) return <ScreenMissing retry={again} />;
  const fault = error instanceof ApiError ? error : new ApiError("fault", error instanceof Error ? error.message : "");
  return (
    <Page title="That did not work">
      <Problem of={fault} retry={again} />
    </Page>
  );
}
