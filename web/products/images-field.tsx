/** A product's pictures by their addresses; the first one stands in lists. */
import { ActionIcon, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import type { GetInputProps } from "../ui/forms/api-form.tsx";
import { Arrow } from "../ui/move-button.tsx";
import { Picture } from "./product-image.tsx";

interface Image {
  readonly url: string;
  readonly alt: string;
}

interface Props {
  readonly form: {
    readonly values: { readonly images: readonly Image[] };
    readonly getInputProps: GetInputProps;
    readonly insertListItem: (path: "images", item: Image) => void;
    readonly removeListItem: (path: "images", index: number) => void;
    readonly reorderListItem: (path: "images", places: { from: number; to: number }) => void;
  };
}

export function Images({ form }: Props) {
  const { images } = form.values;
  const move = (from: number, to: number) => form.reorderListItem("images", { from, to });
  return (
    <Stack gap="sm">
      {images.length === 0 && (
        <Text size="sm" c="dimmed">
          No picture yet.
        </Text>
      )}
      {images.map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a picture has no name but its place
        <Group key={index} wrap="nowrap" align="start" gap="sm" role="group" aria-label={`Image ${index + 1}`}>
          <Picture of={image.url ? image : null} size={64} />
          <Stack gap={4} flex={1} miw={0}>
            <TextInput
              size="xs"
              type="url"
              aria-label={`Address of image ${index + 1}`}
              placeholder="https://…"
              {...form.getInputProps(`images.${index}.url`)}
            />
            <TextInput
              size="xs"
              aria-label={`What image ${index + 1} shows`}
              placeholder="What it shows, for those who cannot see it"
              {...form.getInputProps(`images.${index}.alt`)}
            />
            <Group gap={2}>
              <Arrow label={`Move image ${index + 1} up`} disabled={index === 0} onClick={() => move(index, index - 1)}>
                <IconArrowUp size={14} />
              </Arrow>
              <Arrow
                label={`Move image ${index + 1} down`}
                disabled={index === images.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowDown size={14} />
              </Arrow>
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={`Remove image ${index + 1}`}
                onClick={() => form.removeListItem("images", index)}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </Group>
          </Stack>
        </Group>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem("images", { url: "", alt: "" })}
        >
          Add an image
        </Button>
      </Group>
    </Stack>
  );
}
