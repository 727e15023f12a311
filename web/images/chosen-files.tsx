import { ActionIcon, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { XIcon } from "../ui/icons.ts";
import { DropZone } from "./drop-zone.tsx";
import { typeOf } from "./prepare.ts";

interface Props {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}

/** Images chosen for a product that is not created yet. They are uploaded once it is. */
export function ChosenFiles({ files, onChange }: Props) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const choose = async (more: readonly File[]) => {
    const looked = await Promise.all(
      more.map((file) =>
        typeOf(file).then(
          () => ({ file, problem: null }),
          (error: Error) => ({ file, problem: `${file.name}: ${error.message}` }),
        ),
      ),
    );
    setProblems(looked.flatMap(({ problem }) => problem ?? []));
    onChange([...files, ...looked.flatMap(({ file, problem }) => (problem === null ? file : []))]);
  };
  return (
    <DropZone label="Choose images" onFiles={(more) => void choose(more)}>
      <Stack gap={4} mb="xs">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
          <Group key={index} gap="xs" wrap="nowrap">
            <Text size="sm" truncate>
              {file.name}
            </Text>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={`Remove ${file.name}`}
              onClick={() => onChange(files.toSpliced(index, 1))}
            >
              <XIcon size={14} />
            </ActionIcon>
          </Group>
        ))}
        {problems.map((problem) => (
          <Text key={problem} size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        ))}
      </Stack>
    </DropZone>
  );
}
