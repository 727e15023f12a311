import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as productApi from "#core/contract/product";
import { setApiQueryData } from "../api/hooks.ts";
import type { Product } from "../products/types.ts";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";

interface Props {
  readonly product: Product;
  readonly opened: boolean;
  readonly close: () => void;
}

/** Adds an image by URL, which stays on its own server. */
export function AddByAddress({ product, opened, close }: Props) {
  return (
    <Drawer title="Add an image from a URL" opened={opened} onClose={close}>
      <Form product={product} close={close} />
    </Drawer>
  );
}

const none = { url: "", alt: "" };

function Form({ product, close }: Omit<Props, "opened">) {
  const client = useQueryClient();
  const last = product.images.length;
  return (
    <RecordForm
      operation={productApi.edit}
      initialValues={none}
      // Appended to the current images, including those that others have added.
      toInput={(image) => ({ id: product.id, images: [...product.images, image] })}
      fieldNames={{ [`images.${last}.url`]: "url", [`images.${last}.alt`]: "alt" }}
      versioned={{
        version: product.version,
        current: product,
        describe: ({ images }) => ({ Images: String(images.length) }),
      }}
      successMessage={() => "1 image added"}
      onSuccess={(answer) => setApiQueryData(client, productApi.read, { id: product.id }, answer)}
      submitLabel="Add image"
      resetOnSuccess
      onClose={close}
    >
      {({ getInputProps }) => (
        <>
          <TextInput label="Address" type="url" placeholder="https://…" data-autofocus {...getInputProps("url")} />
          <TextInput
            label="Description"
            description="Describes the image for people who cannot see it."
            {...getInputProps("alt")}
          />
        </>
      )}
    </RecordForm>
  );
}
