/** Sample code for the receiver's side. */
import { Code, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import classes from "../settings/settings.module.css";
import { Card } from "../ui/card.tsx";
import { CopyButton } from "../ui/show-once-dialog.tsx";
import { type Language, languages, samples } from "./signature-samples.ts";

export function Verify() {
  const [language, setLanguage] = useState<Language>("JavaScript");
  return (
    <Card
      title="Verifying a signature"
      actions={<CopyButton value={samples[language]} label={`the ${language} code`} />}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Every POST carries <Code>x-service-signature: t=…,v1=…</Code>. Use the raw bytes of the body, and remember the
          event's <Code>id</Code>: delivery is at least once, and in no promised order.
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Language"
          data={[...languages]}
          value={language}
          onChange={(value) => setLanguage(languages.find((each) => each === value) ?? "JavaScript")}
          style={{ alignSelf: "flex-start" }}
        />
        <Code block className={classes["code"]} tabIndex={0} role="region" aria-label={`${language} code`}>
          {samples[language]}
        </Code>
      </Stack>
    </Card>
  );
}
