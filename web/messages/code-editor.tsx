/** CodeMirror for Liquid: completes names and filters, and underlines errors. */
import { autocompletion, type CompletionSource } from "@codemirror/autocomplete";
import { liquid } from "@codemirror/lang-liquid";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { basicSetup } from "codemirror";
import { useEffect, useRef } from "react";
import { codeLook } from "../ui/code-look.ts";
import classes from "./messages.module.css";
import type { Rendering } from "./types.ts";

export interface CodeEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly readOnly?: boolean;
  /** The names that can be used, with their meaning. */
  readonly names: readonly { readonly path: string; readonly says: string }[];
  readonly filters: readonly string[];
  readonly faults: Rendering["faults"];
}

export default function CodeEditor({
  label,
  value,
  onChange,
  readOnly = false,
  names,
  filters,
  faults,
}: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  const first = useRef({ value, names, filters, label });

  useEffect(() => {
    if (!place.current) return;
    const { value: doc, ...offered } = first.current;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc,
        extensions: [
          basicSetup,
          liquid(),
          codeLook,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": offered.label, tabindex: "0" }),
          autocompletion({ override: [completing(offered.names, offered.filters)] }),
          mayEdit.of(EditorState.readOnly.of(false)),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    view.current?.dispatch({ effects: mayEdit.reconfigure(EditorState.readOnly.of(readOnly)) });
  }, [readOnly]);

  // Changes from outside, such as a reset; typed text is already there.
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    editor.dispatch(
      setDiagnostics(
        editor.state,
        faults.map((fault) => diagnosticOf(editor.state, fault)),
      ),
    );
  }, [faults]);

  return <div ref={place} className={classes["editor"]} />;
}

const mayEdit = new Compartment();

function diagnosticOf(
  { doc }: EditorState,
  { line, column, says, suggestion }: Rendering["faults"][number],
): Diagnostic {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const from = Math.min(at.from + column - 1, at.to);
  const message = suggestion ? `${says} Did you mean ${suggestion}?` : says;
  return { from, to: Math.min(from + 12, at.to), severity: "error", message };
}

/** Within `{{ }}` and `{% %}`: names, and after a bar the filters. */
const completing =
  (names: CodeEditorProps["names"], filters: CodeEditorProps["filters"]): CompletionSource =>
  (context) => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - 500), context.pos);
    const opened = Math.max(before.lastIndexOf("{{"), before.lastIndexOf("{%"));
    const closed = Math.max(before.lastIndexOf("}}"), before.lastIndexOf("%}"));
    if (opened < 0 || closed > opened) return null;
    const word = context.matchBefore(/[\w.]*/);
    if (!word || (word.from === word.to && !context.explicit && !/[{%\s|]$/.test(before))) return null;
    const isFilter = /\|\s*\w*$/.test(before.slice(opened));
    return {
      from: word.from,
      validFor: /^[\w.]*$/,
      options: isFilter
        ? filters.map((label) => ({ label, type: "function" }))
        : names.map(({ path, says }) => ({ label: path, detail: says, type: "variable" })),
    };
  };
