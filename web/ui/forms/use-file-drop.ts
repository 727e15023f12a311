import { type DragEvent, useState } from "react";

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** For a drop zone for files: whether files are held over it, and its event handlers. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  // Moving over child elements fires enter and leave events too.
  const [depth, setDepth] = useState(0);
  const on = (change: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    change(event);
  };
  const listeners = {
    onDragEnter: on(() => setDepth((now) => now + 1)),
    onDragLeave: on(() => setDepth((now) => Math.max(0, now - 1))),
    onDragOver: on(() => {}),
    onDrop: on(({ dataTransfer }) => {
      setDepth(0);
      onFiles([...dataTransfer.files]);
    }),
  };
  return { isOver: depth > 0, listeners };
}
