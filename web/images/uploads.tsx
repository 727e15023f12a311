import { ActionIcon, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { XIcon } from "../ui/icons.ts";
import { Thumbnail } from "../ui/thumbnail.tsx";
import type { Uploading } from "./use-uploads.ts";

interface Props {
  readonly all: readonly Uploading[];
  readonly onAgain: (one: Uploading) => void;
  readonly onForget: (key: string) => void;
}

/** Uploads in progress, and those that failed or wait for a decision. */
export function Uploads({ all, onAgain, onForget }: Props) {
  if (all.length === 0) return null;
  return (
    <Stack gap={8} my="xs" role="status" aria-label="Uploads">
      {all.map((one) => (
        <Row key={one.key} upload={one} onAgain={() => onAgain(one)} onForget={() => onForget(one.key)} />
      ))}
    </Stack>
  );
}

function Row({ upload, onAgain, onForget }: { upload: Uploading; onAgain: () => void; onForget: () => void }) {
  const { file, preview, share, problem } = upload;
  return (
    <Group wrap="nowrap" gap="sm" align="start">
      <Thumbnail url={preview} size={56} />
      <Stack gap={4} flex={1} miw={0}>
        <Text size="sm" truncate title={file.name}>
          {file.name}
        </Text>
        {problem === null ? (
          <Progress value={share * 100} size="sm" aria-label={`${file.name} uploaded`} />
        ) : (
          <>
            <Text size="xs" c="var(--mantine-color-error)">
              {problem.says}
            </Text>
            {problem.button && (
              <Group>
                <Button size="compact-xs" variant="default" onClick={onAgain}>
                  {problem.button}
                </Button>
              </Group>
            )}
          </>
        )}
      </Stack>
      {problem !== null && (
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`Dismiss ${file.name}`} onClick={onForget}>
          <XIcon size={14} />
        </ActionIcon>
      )}
    </Group>
  );
}
