/** The products of a collection and their order. Nothing is stored until it is saved. */
import { ActionIcon, Alert, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useRef, useState } from "react";
import * as collectionApi from "#core/contract/collection";
import * as productApi from "#core/contract/product";
import { callApi } from "../api/api-client.ts";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import { useFullList } from "../api/lookups.ts";
import { ProductStatusBadge } from "../products/badges.tsx";
import { ProductPicker } from "../products/product-picker.tsx";
import type { ProductRow } from "../products/types.ts";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { countText } from "../ui/format/format.tsx";
import { useUnsaved } from "../ui/forms/unsaved.ts";
import { ArrowDownIcon, ArrowUpIcon, ArrowUpToLineIcon, TrashIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { MoveButton } from "../ui/move-button.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { toastError, toastSuccess } from "../ui/toast.tsx";
import { joinedLists } from "./joined-lists.ts";
import type { Collection } from "./types.ts";

type ProductIds = Collection["productIds"];

interface Draft {
  /** The products when the first change was made. */
  readonly base: ProductIds;
  readonly ids: ProductIds;
}

export function CollectionProducts({ collection, editable }: { collection: Collection; editable: boolean }) {
  const client = useQueryClient();
  const products = useFullList(productApi.list, { collectionId: collection.id });
  const [picked, setPicked] = useState<readonly ProductRow[]>([]);
  /** The edited list; null while nothing has been changed. */
  const [draft, setDraft] = useState<Draft | null>(null);
  const list = useRef<HTMLOListElement>(null);
  useUnsaved(() => draft !== null);
  const save = useApiMutation(collectionApi.setProducts, {
    onSuccess: (answer, { productIds }) => {
      setApiQueryData(client, collectionApi.read, { id: collection.id }, answer);
      // Changes made during the save are still to be saved.
      setDraft((now) => now && (isSame(now.ids, productIds) ? null : { ...now, base: answer.productIds }));
      toastSuccess(`${countText(answer.productIds.length, "product")} saved`);
    },
  });
  const ids = draft?.ids ?? collection.productIds;
  const submit = () =>
    save.mutate(
      { id: collection.id, productIds: ids, before: draft?.base ?? collection.productIds },
      {
        onError: (error) => {
          if (error.code === "version.stale") joinTheirs().catch(toastError);
        },
      },
    );
  /** Someone else has saved first, or the user in another tab. */
  const joinTheirs = async () => {
    const { productIds } = await callApi(collectionApi.read, { id: collection.id });
    setDraft((mine) => mine && { base: productIds, ids: joinedLists(mine.base, mine.ids, productIds) });
  };
  const byId = new Map([...products, ...picked].map((row) => [row.id, row]));
  const change = (next: ProductIds) =>
    setDraft(
      isSame(next, collection.productIds) && !save.isPending
        ? null
        : { base: draft?.base ?? collection.productIds, ids: next },
    );
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
            exclude={ids}
            onPick={(row) => {
              setPicked([...picked, row]);
              change([...ids, row.id]);
            }}
          />
        )}
        {ids.length === 0 && (
          <Text size="sm" c="dimmed">
            No products yet. Search for the first one above.
          </Text>
        )}
        <ol ref={list} style={{ margin: 0, padding: 0, listStyle: "none" }} aria-label="Products in order">
          {ids.map((id, index) => {
            const row = byId.get(id);
            const title = row?.title ?? "…";
            return (
              <li key={id} data-row={id}>
                {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys that bubble up from the links and buttons inside */}
                <div onKeyDown={(event) => onKeyDown(event, index)}>
                  <Group wrap="nowrap" gap="sm" py={5}>
                    <Text size="xs" c="dimmed" w={26} ta="right" style={{ flex: "none" }}>
                      {index + 1}
                    </Text>
                    <Thumbnail url={row?.image?.thumbnailUrl} size={32} />
                    <Group gap={6} flex={1} miw={0}>
                      <TextLink to="/products/$id" params={{ id }} size="sm" style={{ overflowWrap: "anywhere" }}>
                        {title}
                      </TextLink>
                      {row && row.status !== "active" && <ProductStatusBadge status={row.status} />}
                    </Group>
                    {editable && (
                      <Group gap={0} wrap="nowrap">
                        <MoveButton
                          label={`Move ${title} to the top`}
                          disabled={index === 0}
                          onClick={() => move(index, 0)}
                          hideOnPhone
                        >
                          <ArrowUpToLineIcon size={15} />
                        </MoveButton>
                        <MoveButton
                          label={`Move ${title} up`}
                          disabled={index === 0}
                          onClick={() => move(index, index - 1)}
                        >
                          <ArrowUpIcon size={15} />
                        </MoveButton>
                        <MoveButton
                          label={`Move ${title} down`}
                          disabled={index === ids.length - 1}
                          onClick={() => move(index, index + 1)}
                        >
                          <ArrowDownIcon size={15} />
                        </MoveButton>
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={`Remove ${title}`}
                          onClick={() => change(ids.filter((one) => one !== id))}
                        >
                          <TrashIcon size={15} />
                        </ActionIcon>
                      </Group>
                    )}
                  </Group>
                </div>
              </li>
            );
          })}
        </ol>
        {editable && (draft !== null || save.error) && (
          <Paper withBorder p="xs" style={{ position: "sticky", bottom: 8, zIndex: 1 }}>
            <Stack gap="xs">
              {save.error?.code === "version.stale" ? (
                <Alert color="orange" title="These products have changed since you opened them" role="alert">
                  The other changes are now in the list above, together with yours. Look it over, then save it again.
                </Alert>
              ) : (
                <ErrorAlert error={save.error} onRetry={submit} />
              )}
              <Group justify="space-between" gap="xs">
                <Text size="sm">Unsaved changes</Text>
                <Group gap="xs">
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => {
                      setDraft(null);
                      save.reset();
                    }}
                  >
                    Discard
                  </Button>
                  <Button size="xs" loading={save.isPending} onClick={submit}>
                    Save products
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

const isSame = (one: ProductIds, other: ProductIds): boolean => one.join() === other.join();
