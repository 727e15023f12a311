/** The differences between a version and the current text. */
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { codeLook } from "../ui/code-look.ts";
import classes from "./messages.module.css";

export default function VersionDiff({ before, after }: { before: string; after: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current || before === after) return;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          EditorState.readOnly.of(true),
          codeLook,
          EditorView.lineWrapping,
          unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: {} }),
        ],
      }),
    });
    return () => view.destroy();
  }, [before, after]);
  if (before === after) return <Text size="sm">It is the same as the current text.</Text>;
  return <div ref={place} className={classes["editor"]} />;
}
