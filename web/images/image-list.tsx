/** A product's images in order, rearranged by dragging, with the arrow buttons, or with Alt and an arrow key. */
import { ActionIcon, Group, Text } from "@mantine/core";
import { type DragEvent, type KeyboardEvent, useRef, useState } from "react";
import type { Product } from "../products/types.ts";
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from "../ui/icons.ts";
import { TextLink } from "../ui/links/links.tsx";
import { MoveButton } from "../ui/move-button.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { drawerSearch } from "../ui/url-state.ts";
import classes from "./images.module.css";
import { useOrder } from "./use-order.ts";

type Image = Product["images"][number];

/** The name of an image on screen: its description or its position. */
const imageName = ({ alt }: Image, index: number): string => alt || `Image ${index + 1}`;

interface Props {
  readonly product: Product;
  readonly onRemove: (image: Image) => void;
}

export function ImageList({ product, onRemove }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const { shown: images, move: put } = useOrder(product);
  /** The focus follows the moved image, so that the next press moves it on. */
  const move = (from: number, to: number, focusOn: string) => {
    const moved = images[from];
    if (!moved) return;
    put(from, to);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-image="${moved.id}"] ${focusOn}`)?.focus(),
    );
  };
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const look = (index: number) => {
    if (dragged === index) return classes["dragged"];
    if (dragged === null || over !== index) return "";
    return classes[dragged > index ? "before" : "after"];
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    move(index, event.key === "ArrowUp" ? index - 1 : index + 1, "a");
  };
  return (
    <ol ref={list} className={classes["list"]} aria-label="Images in order">
      {images.map((one, index) => (
        <li
          key={one.id}
          data-image={one.id}
          className={`${classes["row"]} ${look(index)}`}
          draggable={images.length > 1}
          onDragStart={({ dataTransfer }: DragEvent) => {
            dataTransfer.effectAllowed = "move";
            setDragged(index);
          }}
          onDragOver={(event: DragEvent) => {
            if (dragged === null) return;
            event.preventDefault();
            setOver(index);
          }}
          onDrop={(event: DragEvent) => {
            if (dragged === null) return;
            event.preventDefault();
            put(dragged, index);
            end();
          }}
          onDragEnd={end}
          onKeyDown={(event) => onKeyDown(event, index)}
        >
          <Group wrap="nowrap" gap="sm" py={5}>
            <Thumbnail url={one.thumbnailUrl} alt={one.alt} size={56} />
            <div style={{ flex: 1, minWidth: 0 }}>
              <TextLink
                to="."
                search={drawerSearch("image", one.id)}
                resetScroll={false}
                size="sm"
                lineClamp={2}
                draggable={false}
                style={{ overflowWrap: "anywhere" }}
              >
                {imageName(one, index)}
              </TextLink>
              <Text size="xs" c="dimmed" lineClamp={2}>
                {factsOf(one, index)}
              </Text>
            </div>
            {images.length > 1 && (
              <Group gap={0} wrap="nowrap" style={{ flex: "none" }}>
                <MoveButton
                  label={`Move ${imageName(one, index)} up`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1, "[data-up]")}
                  name="up"
                >
                  <ArrowUpIcon size={15} />
                </MoveButton>
                <MoveButton
                  label={`Move ${imageName(one, index)} down`}
                  disabled={index === images.length - 1}
                  onClick={() => move(index, index + 1, "[data-down]")}
                  name="down"
                >
                  <ArrowDownIcon size={15} />
                </MoveButton>
              </Group>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${imageName(one, index)}`}
              onClick={() => onRemove(one)}
            >
              <TrashIcon size={15} />
            </ActionIcon>
          </Group>
        </li>
      ))}
    </ol>
  );
}

/** "Shown in lists · no description" */
function factsOf({ alt }: Image, index: number): string {
  if (index > 0) return alt ? "" : "No description";
  return alt ? "Shown in lists" : "Shown in lists · no description";
}
