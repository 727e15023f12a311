/** Chooses products and puts them in order. Nothing is written until it is saved. */
import { ActionIcon, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconArrowBarToUp, IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useRef, useState } from "react";
import * as collectionApi from "#core/contract/collection";
import * as productApi from "#core/contract/product";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import { useFullList } from "../api/lookups.ts";
import { StatusBadge } from "../products/badges.tsx";
import type { Collection, ProductRow } from "../products/labels.ts";
import { Picture } from "../products/product-image.tsx";
import { ProductPicker } from "../products/product-picker.tsx";
import { Card } from "../ui/card.tsx";
import { Problem } from "../ui/error-alert.tsx";
import { countText } from "../ui/format/format.tsx";
import { TextLink } from "../ui/links.tsx";
import { Arrow } from "../ui/move-button.tsx";
import { sayDone } from "../ui/toast.tsx";

type Ids = Collection["productIds"];

export function CollectionProducts({ of, editable }: { of: Collection; editable: boolean }) {
  const client = useQueryClient();
  const within = useFullList(productApi.list, { collectionId: of.id });
  const [picked, setPicked] = useState<readonly ProductRow[]>([]);
  /** What one has put together; null while it is as it was saved. */
  const [mine, setMine] = useState<Ids | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const save = useApiMutation(collectionApi.setProducts, {
    onSuccess: (answer) => {
      setApiQueryData(client, collectionApi.read, { id: of.id }, answer);
      setMine(null);
      sayDone(`${countText(answer.productIds.length, "product")} saved`);
    },
  });
  const ids = mine ?? of.productIds;
  const known = new Map([...within, ...picked].map((row) => [row.id, row]));
  const change = (next: Ids) => setMine(next.join() === of.productIds.join() ? null : next);
  const move = (from: number, to: number) => {
    const id = ids[from];
    if (!id || to < 0 || to >= ids.length) return;
    change(ids.toSpliced(from, 1).toSpliced(to, 0, id));
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>("[data-row] a")[to]?.focus());
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (!editable || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    move(index, event.key === "ArrowUp" ? index - 1 : index + 1);
  };
  return (
    <Card title={countText(ids.length, "product")}>
      <Stack gap="sm">
        {editable && (
          <ProductPicker
            label="Add a product"
            without={ids}
            onPick={(row) => {
              setPicked([...picked, row]);
              change([...ids, row.id]);
            }}
          />
        )}
        {ids.length === 0 && (
          <Text size="sm" c="dimmed">
            No products yet.
          </Text>
        )}
        <ol ref={list} style={{ margin: 0, padding: 0, listStyle: "none" }} aria-label="Products in order">
          {ids.map((id, index) => {
            const row = known.get(id);
            const title = row?.title ?? "…";
            return (
              <li key={id} data-row={id}>
                {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the links and buttons within */}
                <div onKeyDown={(event) => onKeyDown(event, index)}>
                  <Group wrap="nowrap" gap="sm" py={5}>
                    <Text size="xs" c="dimmed" w={26} ta="right" style={{ flex: "none" }}>
                      {index + 1}
                    </Text>
                    <Picture of={row?.image && { ...row.image, alt: "" }} size={32} />
                    <Group gap={6} flex={1} miw={0}>
                      <TextLink to="/products/$id" params={{ id }} size="sm" style={{ overflowWrap: "anywhere" }}>
                        {title}
                      </TextLink>
                      {row && row.status !== "active" && <StatusBadge of={row.status} />}
                    </Group>
                    {editable && (
                      <Group gap={0} wrap="nowrap">
                        <Arrow
                          label={`Move ${title} to the top`}
                          disabled={index === 0}
                          onClick={() => move(index, 0)}
                          wideOnly
                        >
                          <IconArrowBarToUp size={15} />
                        </Arrow>
                        <Arrow label={`Move ${title} up`} disabled={index === 0} onClick={() => move(index, index - 1)}>
                          <IconArrowUp size={15} />
                        </Arrow>
                        <Arrow
                          label={`Move ${title} down`}
                          disabled={index === ids.length - 1}
                          onClick={() => move(index, index + 1)}
                        >
                          <IconArrowDown size={15} />
                        </Arrow>
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={`Take out ${title}`}
                          onClick={() => change(ids.filter((one) => one !== id))}
                        >
                          <IconTrash size={15} />
                        </ActionIcon>
                      </Group>
                    )}
                  </Group>
                </div>
              </li>
            );
          })}
        </ol>
        {editable && (mine !== null || save.error) && (
          <Paper withBorder p="xs" style={{ position: "sticky", bottom: 8, zIndex: 1 }}>
            <Stack gap="xs">
              <Problem of={save.error} retry={() => save.mutate({ id: of.id, productIds: ids })} />
              <Group justify="space-between" gap="xs">
                <Text size="sm">Not saved yet</Text>
                <Group gap="xs">
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => {
                      setMine(null);
                      save.reset();
                    }}
                  >
                    As it was
                  </Button>
                  <Button
                    size="xs"
                    loading={save.isPending}
                    onClick={() => save.mutate({ id: of.id, productIds: ids })}
                  >
                    Save the products
                  </Button>
                </Group>
              </Group>
            </Stack>
          </Paper>
        )}
      </Stack>
    </Card>
  );
}
