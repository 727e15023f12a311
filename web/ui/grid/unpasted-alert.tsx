import { Alert } from "@mantine/core";
import { countText } from "../format/format.tsx";
import type { Unpasted } from "./pasted.ts";

/** Lists what was not pasted; renders nothing if everything was. */
export function UnpastedAlert({ unpasted, onClose }: { unpasted: Unpasted; onClose: () => void }) {
  const text = unpastedText(unpasted);
  if (text === null) return null;
  return (
    <Alert
      color="orange"
      role="alert"
      title="Not everything was pasted"
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      {text}
    </Alert>
  );
}

const namedMax = 5;

/** Null if everything was pasted. */
function unpastedText({ rows, columns, skus }: Unpasted): string | null {
  const named = skus.slice(0, namedMax).join(", ") + (skus.length > namedMax ? " …" : "");
  const says = [
    rows > 0 && `${countText(rows, "row")} did not fit: the grid ends before ${rows === 1 ? "it" : "them"}.`,
    columns > 0 && `${countText(columns, "column")} did not fit the columns of the grid.`,
    skus.length > 0 && `${countText(skus.length, "SKU")} not in this grid: ${named}.`,
  ].filter((one) => one !== false);
  return says.length > 0 ? says.join(" ") : null;
}
