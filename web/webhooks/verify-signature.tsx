/** Sample code for a receiver that verifies the signature of an event. */
import { Code, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { CopyButton } from "../ui/copy.tsx";
import { Card } from "../ui/layout/card.tsx";
import { type Language, languages, samples } from "./signature-samples.ts";
import classes from "./webhooks.module.css";

export function VerifySignature() {
  const [language, setLanguage] = useState<Language>("JavaScript");
  return (
    <Card title="Verify the signature" actions={<CopyButton value={samples[language]} label={`${language} code`} />}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Every request has the header <Code>x-service-signature: t=…,v1=…</Code>. Verify it with the raw bytes of the
          body. The same event can arrive more than once, and events can arrive in any order: keep the <Code>id</Code>{" "}
          of each event to recognise repeats.
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Language"
          data={[...languages]}
          value={language}
          onChange={(value) => setLanguage(languages.find((name) => name === value) ?? "JavaScript")}
          style={{ alignSelf: "flex-start" }}
        />
        <Code block className={classes["code"]} tabIndex={0} role="region" aria-label={`${language} code`}>
          {samples[language]}
        </Code>
      </Stack>
    </Card>
  );
}
