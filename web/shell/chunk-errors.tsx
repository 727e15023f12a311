/**
 * For parts of the page that cannot be loaded: the browser is offline, or the store has a newer admin than this tab.
 */
import { Alert, Button, Center, Group, Loader } from "@mantine/core";
import { useEffect, useState } from "react";
import { ApiError } from "../api/api-client.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { Page } from "../ui/layout/page.tsx";

export class ChunkLoadError extends Error {}

/** Makes an import that fails with a `ChunkLoadError`. */
export const loadChunk =
  <Module,>(load: () => Promise<Module>) =>
  (): Promise<Module> =>
    load().catch((error: unknown) => {
      throw new ChunkLoadError("A part of the page could not be loaded.", { cause: error });
    });

const storageKey = "reloaded";
/** A URL that was reloaded within this time is not reloaded again, to avoid an endless loop. */
const reloadAgainMs = 20_000;

function wasReloaded(): boolean {
  const [url, at] = (sessionStorage.getItem(storageKey) ?? "").split(" ");
  return url === location.href && Date.now() - Number(at) < reloadAgainMs;
}

/** Whether a reload may help: the store answers, and the page was not just reloaded. */
async function mayReloadHelp(): Promise<"yes" | "tried" | "offline"> {
  if (wasReloaded()) return "tried";
  const response = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => null);
  return response?.ok ? "yes" : "offline";
}

function reloadPage(): void {
  sessionStorage.setItem(storageKey, `${location.href} ${Date.now()}`);
  location.reload();
}

const reloadButton = (
  <Button variant="default" size="xs" onClick={reloadPage}>
    Reload the page
  </Button>
);

/**
 * For a screen that could not be loaded: reloads the page at the same URL, once, and only while the store can be
 * reached.
 */
export function ChunkErrorScreen({ onRetry }: { onRetry: () => void }) {
  const [reason, setReason] = useState<"tried" | "offline" | null>(null);
  useEffect(() => {
    void mayReloadHelp().then((help) => {
      if (help !== "yes") setReason(help);
      // The screen may be shown twice, once for the prefetch and once for the click: the other may reload already.
      else if (!wasReloaded()) reloadPage();
    });
  }, []);
  if (reason === null) {
    return (
      <Center mih={200}>
        <Loader size="sm" aria-label="Loading" />
      </Center>
    );
  }
  return (
    <Page title="Something went wrong">
      {reason === "offline" ? (
        <ErrorAlert error={new ApiError("offline", "The store cannot be reached.")} onRetry={onRetry} />
      ) : (
        <Alert color="orange" title="This screen cannot be loaded at the moment" role="alert">
          The store may be in the middle of an update. Wait a minute, then reload the page.
          <Group gap="xs" mt="sm">
            {reloadButton}
          </Group>
        </Alert>
      )}
    </Page>
  );
}

/**
 * In the place of a part of a screen that was requested twice in vain (`loadPart`). It leaves it to the user when to
 * reload: the rest of the screen may have unsaved input.
 */
export function ChunkErrorAlert({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert color="orange" title="This part of the page cannot be loaded" role="alert">
      Check the connection. Reloading the page loses what is not saved.
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={onRetry} data-autofocus>
          Try again
        </Button>
        {reloadButton}
      </Group>
    </Alert>
  );
}
