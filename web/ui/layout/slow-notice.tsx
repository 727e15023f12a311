/** Next to a skeleton: after a while it says that the store is slow, and offers to retry. */
import { Button, Group, Text } from "@mantine/core";
import { useEffect, useState } from "react";

/** After this time, users should learn that it is the store that is slow, not their browser. */
const slowMs = 8_000;

export function SlowNotice({ onRetry }: { onRetry: () => void }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  if (!slow) return null;
  return (
    <Group gap="xs" mb="xs">
      <Text size="sm">The store is taking longer than usual to answer.</Text>
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Group>
  );
}
