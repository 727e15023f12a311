/** A piece of the page that could not be fetched: offline, or gone because the store has a newer admin since this tab was opened. */
import { Alert, Button, Center, Loader } from "@mantine/core";
import { useEffect, useState } from "react";
import { ApiError } from "../api/api-client.ts";
import { Problem } from "../ui/error-alert.tsx";
import { Page } from "../ui/page.tsx";

export class MissingPiece extends Error {}

/** Fetches a piece, and says plainly when it is not to be had. */
export const piece =
  <Module,>(load: () => Promise<Module>) =>
  (): Promise<Module> =>
    load().catch((error: unknown) => {
      throw new MissingPiece("A piece of the page is missing.", { cause: error });
    });

const mark = "loaded-anew";
/** An address that has been loaded anew within this is not loaded anew again: it would never end. */
const againMs = 20_000;

/** Whether loading the page anew may help: the store answers, and it has not just been tried. */
async function mayHelp(): Promise<"yes" | "tried" | "offline"> {
  const [address, at] = (sessionStorage.getItem(mark) ?? "").split(" ");
  if (address === location.href && Date.now() - Number(at) < againMs) return "tried";
  const answer = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => null);
  return answer?.ok ? "yes" : "offline";
}

export function loadAnew(): void {
  sessionStorage.setItem(mark, `${location.href} ${Date.now()}`);
  location.reload();
}

/** Where a screen could not be fetched: the page is loaded anew at the same address, once. Without a connection it stays. */
export function ScreenMissing({ retry }: { retry: () => void }) {
  const [found, setFound] = useState<"tried" | "offline" | null>(null);
  useEffect(() => {
    void mayHelp().then((help) => (help === "yes" ? loadAnew() : setFound(help)));
  }, []);
  if (found === null) {
    return (
      <Center mih={200}>
        <Loader size="sm" aria-label="Loading" />
      </Center>
    );
  }
  return (
    <Page title="That did not work">
      {found === "offline" ? (
        <Problem of={new ApiError("offline", "The store cannot be reached.")} retry={retry} />
      ) : (
        <Alert color="orange" title="This screen cannot be loaded at the moment" role="alert">
          The store may be in the middle of an update. Wait a minute, then load the page again.
          <Button variant="default" size="xs" mt="sm" display="block" onClick={loadAnew}>
            Load the page again
          </Button>
        </Alert>
      )}
    </Page>
  );
}
