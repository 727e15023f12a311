/** The SQL editor: completes views and columns, and marks errors in the text. */
import { PostgreSQL, sql } from "@codemirror/lang-sql";
import { setDiagnostics } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { basicSetup } from "codemirror";
import { useEffect, useRef } from "react";
import type { Answer } from "#core/contract/kit/operation";
import type * as reportApi from "#core/contract/report";
import { codeLook } from "../../ui/code-look.ts";
import classes from "./sql.module.css";

type View = Answer<typeof reportApi.readSchema>["views"][number];

export interface EditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onRun: () => void;
  readonly readOnly: boolean;
  readonly views: readonly View[];
  /** The store's error and its position, in characters from 1. */
  readonly problem: { readonly sentence: string; readonly position: number | null } | null;
}

const namespaceOf = (views: readonly View[]) =>
  Object.fromEntries(
    views.map(({ name, description, columns }) => [
      name,
      {
        self: { label: name, type: "type", info: description },
        children: columns.map((column) => ({
          label: column.name,
          type: "property",
          detail: column.type,
          ...(column.description && { info: column.description }),
        })),
      },
    ]),
  );

export default function SqlEditor({ value, onChange, onRun, readOnly, views, problem }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const latest = useRef({ onChange, onRun });
  latest.current = { onChange, onRun };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor keeps its own text; typing must not recreate it
  useEffect(() => {
    if (!place.current) return;
    const runs = () => {
      latest.current.onRun();
      return true;
    };
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          Prec.highest(keymap.of([{ key: "Mod-Enter", run: runs }])),
          basicSetup,
          codeLook,
          sql({ dialect: PostgreSQL, schema: namespaceOf(views) }),
          EditorState.readOnly.of(readOnly),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": "SQL", tabindex: "0" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    editor.current = made;
    return () => made.destroy();
  }, [views, readOnly]);

  useEffect(() => {
    const made = editor.current;
    if (made && made.state.doc.toString() !== value) {
      made.dispatch({ changes: { from: 0, to: made.state.doc.length, insert: value } });
    }
  }, [value]);

  useEffect(() => {
    const made = editor.current;
    if (!made) return;
    made.dispatch(
      setDiagnostics(made.state, problem?.position ? [markOf(made.state, problem.sentence, problem.position)] : []),
    );
  }, [problem]);

  return <div ref={place} className={classes["editor"]} />;
}

/** Marks the word at a position. PostgreSQL counts characters, the editor UTF-16 code units. */
function markOf(state: EditorState, message: string, position: number) {
  const text = state.doc.toString();
  const from = Math.min([...text].slice(0, position - 1).join("").length, text.length);
  const length = /^\w+/.exec(text.slice(from))?.[0].length ?? 1;
  return { from, to: Math.min(from + length, text.length), severity: "error" as const, message };
}
