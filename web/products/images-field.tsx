/** The images of a product, by their URLs. The first one is shown in lists. */
import { ActionIcon, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import type { GetInputProps } from "../ui/forms/use-api-form.ts";
import { MoveButton } from "../ui/move-button.tsx";
import { ProductImage } from "./product-image.tsx";

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
    readonly reorderListItem: (path: "images", positions: { from: number; to: number }) => void;
  };
}

export function ImagesField({ form }: Props) {
  const { images } = form.values;
  const move = (from: number, to: number) => form.reorderListItem("images", { from, to });
  return (
    <Stack gap="sm">
      {images.length === 0 && (
        <Text size="sm" c="dimmed">
          No images yet.
        </Text>
      )}
      {images.map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an image has no id but its position
        <Group key={index} wrap="nowrap" align="start" gap="sm" role="group" aria-label={`Image ${index + 1}`}>
          <ProductImage image={image.url ? image : null} size={64} />
          <Stack gap={4} flex={1} miw={0}>
            <TextInput
              size="xs"
              type="url"
              aria-label={`URL of image ${index + 1}`}
              placeholder="https://…"
              {...form.getInputProps(`images.${index}.url`)}
            />
            <TextInput
              size="xs"
              aria-label={`Alt text of image ${index + 1}`}
              placeholder="Alt text: what the image shows"
              {...form.getInputProps(`images.${index}.alt`)}
            />
            <Group gap={2}>
              <MoveButton
                label={`Move image ${index + 1} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <IconArrowUp size={14} />
              </MoveButton>
              <MoveButton
                label={`Move image ${index + 1} down`}
                disabled={index === images.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowDown size={14} />
              </MoveButton>
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
