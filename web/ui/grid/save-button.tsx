import { Button } from "@mantine/core";
import { countText } from "../format/format.tsx";

interface Props {
  /** How many rows are to be saved, and what one is called. */
  readonly count: number;
  readonly noun: string;
  /** They cannot be saved as they are. */
  readonly disabled: boolean;
  readonly loading: boolean;
  readonly onSave: () => void;
}

/** With nothing to save it only looks disabled: it would lose the focus, and the next Tab begin at the top of the page. */
export function SaveButton({ count, noun, disabled, loading, onSave }: Props) {
  const isIdle = count === 0;
  return (
    <Button
      disabled={disabled}
      {...(isIdle && { "data-disabled": true, "aria-disabled": true })}
      loading={loading}
      onClick={() => isIdle || onSave()}
    >
      {isIdle ? "Nothing to save" : `Save ${countText(count, noun)}`}
    </Button>
  );
}
