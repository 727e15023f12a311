import { Button, FileButton, Text } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { imageTypes } from "#core/contract/values/image-types";
import { useFileDrop } from "../ui/forms/use-file-drop.ts";
import { UploadIcon } from "../ui/icons.ts";
import classes from "./images.module.css";

interface Props {
  /** The label of the button. */
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children?: ReactNode;
}

/** Takes images dropped anywhere on it, or chosen with its button. */
export function DropZone({ label, onFiles, children }: Props) {
  const { isOver, listeners } = useFileDrop(onFiles);
  const reset = useRef<() => void>(null);
  return (
    <div className={`${classes["zone"]} ${isOver ? classes["over"] : ""}`} {...listeners}>
      {children}
      <div className={classes["invitation"]}>
        <FileButton
          multiple
          accept={imageTypes.join(",")}
          resetRef={reset}
          onChange={(files) => {
            // Allows the same file to be chosen again.
            reset.current?.();
            if (files.length > 0) onFiles(files);
          }}
        >
          {(props) => (
            <Button {...props} size="xs" variant="default" leftSection={<UploadIcon size={14} />}>
              {label}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed" mt={6}>
          or drop them here: PNG, JPEG, WebP, GIF or AVIF, up to 10 MB each
        </Text>
      </div>
    </div>
  );
}
