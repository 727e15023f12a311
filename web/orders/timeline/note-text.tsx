import { Button, Text } from "@mantine/core";
import { useState } from "react";

/** A long note begins with its first lines: what comes after it must not be a long way to scroll. */
export function NoteText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > 2000 || text.split("\n").length > 12;
  return (
    <>
      <Text
        size="sm"
        style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
        {...(isLong && !isWhole && { lineClamp: 12 })}
      >
        {text}
      </Text>
      {isLong && (
        <Button
          variant="subtle"
          size="compact-xs"
          className="no-print"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? "Show less" : "Show more"}
        </Button>
      )}
    </>
  );
}
