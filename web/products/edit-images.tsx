import { useQueryClient } from "@tanstack/react-query";
import * as productApi from "#core/contract/product";
import { setApiQueryData } from "../api/hooks.ts";
import { Drawer } from "../ui/drawer.tsx";
import { countText } from "../ui/format/format.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { ImagesField } from "./images-field.tsx";
import type { Product } from "./types.ts";

interface Props {
  readonly product: Product;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function EditImages({ product, opened, onClose }: Props) {
  return (
    <Drawer title="Images" opened={opened} onClose={onClose}>
      <EditImagesForm product={product} onClose={onClose} />
    </Drawer>
  );
}

function EditImagesForm({ product, onClose }: Omit<Props, "opened">) {
  const client = useQueryClient();
  return (
    <RecordForm
      operation={productApi.edit}
      initialValues={{ images: product.images.map(({ url, alt }) => ({ url, alt })) }}
      toInput={({ images }) => ({ id: product.id, images: images.filter(({ url }) => url.trim()) })}
      versioned={{ version: product.version, current: product, describe }}
      successMessage={({ images }) =>
        images.length > 0 ? `${countText(images.length, "image")} saved` : "Images removed"
      }
      onSuccess={(answer) => setApiQueryData(client, productApi.read, { id: product.id }, answer)}
      submitLabel="Save"
      onClose={onClose}
    >
      {(form) => <ImagesField form={form} />}
    </RecordForm>
  );
}

const describe = ({ images }: Product) =>
  Object.fromEntries(images.map(({ url }, index) => [`Image ${index + 1}`, url]));
