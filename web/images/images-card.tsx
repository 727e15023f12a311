/** A product's images: uploaded here, put in order, described, removed. */
import { Button, Group, Text } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as image from "#core/contract/image";
import * as product from "#core/contract/product";
import { remember, useAct } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { Picture } from "../catalogue/picture.tsx";
import type { Product } from "../catalogue/words.ts";
import { idOf, useDrawer, useDrawerOf } from "../ui/address.ts";
import { Card } from "../ui/card.tsx";
import { sayDone } from "../ui/said.tsx";
import { Sure } from "../ui/sure.tsx";
import { AddByAddress } from "./add-by-address.tsx";
import { DropZone } from "./drop-zone.tsx";
import { EditImage } from "./edit-image.tsx";
import { ImageList } from "./image-list.tsx";
import { Uploads } from "./uploads.tsx";
import { useUploads } from "./use-uploads.ts";
import { takenOver } from "./waiting-files.ts";

export function ImagesCard({ of }: { of: Product }) {
  const { may } = useSession();
  return may(image.add) ? <Editable of={of} /> : <Plain of={of} />;
}

function Plain({ of: { images } }: { of: Product }) {
  return (
    <Card title="Images">
      {images.length === 0 && <None />}
      <Group gap="xs">
        {images.map((one) => (
          <Picture key={one.id} of={one} size={84} />
        ))}
      </Group>
    </Card>
  );
}

const None = () => (
  <Text size="sm" c="dimmed" mb="xs">
    None yet.
  </Text>
);

const isImage = idOf("img");
type Image = Product["images"][number];

function Editable({ of }: { of: Product }) {
  const uploads = useUploads(of.id);
  const drawer = useDrawerOf("image", isImage);
  const address = useDrawer("image-address");
  const [removing, setRemoving] = useState<Image | null>(null);
  const chosenBefore = useRef(uploads.add);
  useEffect(() => {
    const files = takenOver(of.id);
    if (files.length > 0) chosenBefore.current(files);
  }, [of.id]);
  return (
    <Card
      title="Images"
      actions={
        <Button size="compact-sm" variant="subtle" leftSection={<IconLink size={14} />} onClick={address.open}>
          Add by address
        </Button>
      }
    >
      <DropZone label="Upload images" onFiles={uploads.add}>
        {of.images.length === 0 && uploads.all.length === 0 && <None />}
        <ImageList of={of} onRemove={setRemoving} />
        <Uploads all={uploads.all} onAgain={uploads.again} onForget={uploads.forget} />
      </DropZone>
      <EditImage of={of} imageId={drawer.of} opened={drawer.opened} close={drawer.close} />
      <AddByAddress of={of} {...address} />
      <RemoveImage of={of} removing={removing} close={() => setRemoving(null)} />
    </Card>
  );
}

function RemoveImage({ of, removing, close }: { of: Product; removing: Image | null; close: () => void }) {
  const client = useQueryClient();
  const act = useAct(image.remove, {
    version: of.version,
    onDone: (answer) => {
      remember(client, product.read, { id: of.id }, answer);
      sayDone("1 image removed");
      close();
    },
  });
  return (
    <Sure
      title="Remove the image?"
      opened={removing !== null}
      onClose={() => {
        act.reset();
        close();
      }}
      does="Remove"
      color="red"
      act={act}
      onSure={() => removing && act.mutate({ id: of.id, imageId: removing.id })}
    >
      {removing && (
        <Group wrap="nowrap" gap="sm" align="start">
          <Picture of={removing} size={84} />
          <Text size="sm">
            It is taken off this product at once. Pages elsewhere that show it already go on showing it for 30 days.
          </Text>
        </Group>
      )}
    </Sure>
  );
}
