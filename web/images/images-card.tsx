/** A product's images: upload, order, describe and remove them. */
import { Button, Group, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as imageApi from "#core/contract/image";
import * as productApi from "#core/contract/product";
import { setApiQueryData, useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import type { Product } from "../products/types.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { LinkIcon } from "../ui/icons.ts";
import { Card } from "../ui/layout/card.tsx";
import { Thumbnail } from "../ui/thumbnail.tsx";
import { toastSuccess } from "../ui/toast.tsx";
import { idParam, useDrawer, useRecordDrawer } from "../ui/url-state.ts";
import { AddByAddress } from "./add-by-address.tsx";
import { DropZone } from "./drop-zone.tsx";
import { EditImage } from "./edit-image.tsx";
import { ImageList } from "./image-list.tsx";
import { Uploads } from "./uploads.tsx";
import { useUploads } from "./use-uploads.ts";
import { takenOver } from "./waiting-files.ts";

export function ImagesCard({ product }: { product: Product }) {
  const { can } = useSession();
  return can(imageApi.add) ? <Editable product={product} /> : <Plain product={product} />;
}

function Plain({ product: { images } }: { product: Product }) {
  return (
    <Card title="Images">
      {images.length === 0 && <None />}
      <Group gap="xs">
        {images.map((one) => (
          <Thumbnail key={one.id} url={one.thumbnailUrl} alt={one.alt} size={84} />
        ))}
      </Group>
    </Card>
  );
}

const None = () => (
  <Text size="sm" c="dimmed" mb="xs">
    No images yet.
  </Text>
);

const isImage = idParam("img");
type Image = Product["images"][number];

function Editable({ product }: { product: Product }) {
  const uploads = useUploads(product);
  const drawer = useRecordDrawer("image", isImage);
  const address = useDrawer("image-address");
  const [removing, setRemoving] = useState<Image | null>(null);
  const chosenBefore = useRef(uploads.add);
  useEffect(() => {
    const files = takenOver(product.id);
    if (files.length > 0) chosenBefore.current(files);
  }, [product.id]);
  return (
    <Card
      title="Images"
      actions={
        <Button size="compact-sm" variant="subtle" leftSection={<LinkIcon size={14} />} onClick={address.open}>
          Add from URL
        </Button>
      }
    >
      <DropZone label="Upload images" onFiles={uploads.add}>
        {product.images.length === 0 && uploads.all.length === 0 && <None />}
        <ImageList product={product} onRemove={setRemoving} />
        <Uploads all={uploads.all} onAgain={uploads.again} onForget={uploads.forget} />
      </DropZone>
      <EditImage product={product} imageId={drawer.id} opened={drawer.opened} close={drawer.close} />
      <AddByAddress product={product} {...address} />
      <RemoveImage product={product} removing={removing} close={() => setRemoving(null)} />
    </Card>
  );
}

function RemoveImage({ product, removing, close }: { product: Product; removing: Image | null; close: () => void }) {
  const client = useQueryClient();
  const act = useApiMutation(imageApi.remove, {
    version: product.version,
    onSuccess: (answer) => {
      setApiQueryData(client, productApi.read, { id: product.id }, answer);
      toastSuccess("1 image removed");
      close();
    },
  });
  return (
    <ConfirmDialog
      title="Remove the image?"
      opened={removing !== null}
      onClose={() => {
        act.reset();
        close();
      }}
      confirmLabel="Remove"
      color="red"
      mutation={act}
      onConfirm={() => removing && act.mutate({ id: product.id, imageId: removing.id })}
    >
      {removing && (
        <Group wrap="nowrap" gap="sm" align="start">
          <Thumbnail url={removing.thumbnailUrl} alt={removing.alt} size={84} />
          <Text size="sm">
            It is removed from this product at once. Pages that already show it may keep showing it for up to 30 days.
          </Text>
        </Group>
      )}
    </ConfirmDialog>
  );
}
