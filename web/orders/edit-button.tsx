/** The button of a card that opens its form. */
import { Button } from "@mantine/core";
import { PencilIcon } from "../ui/icons.ts";

/** @param what completes "Edit …" for screen readers, which read it without its card. */
export function EditButton({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<PencilIcon size={14} />}
      onClick={onClick}
      aria-label={`Edit ${what}`}
    >
      Edit
    </Button>
  );
}
