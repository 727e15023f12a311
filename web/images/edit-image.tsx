import { Text, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as imageApi from "#core/contract/image";
import * as productApi from "#core/contract/product";
import { setApiQueryData } from "../api/hooks.ts";
import { ownAddress } from "../api/own-address.ts";
import type { Product } from "../products/types.ts";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { Drawer } from "../ui/layout/drawer.tsx";
import classes from "./images.module.css";

interface Props {
  readonly product: Product;
  readonly imageId: string | undefined;
  readonly opened: boolean;
  readonly close: () => void;
}

/** One image in full size, with its description. */
export function EditImage({ product, imageId, opened, close }: Props) {
  const index = product.images.findIndex(({ id }) => id === imageId);
  const shown = product.images[index];
  return (
    <Drawer title={`Image ${index + 1}`} opened={opened && shown !== undefined} onClose={close}>
      {shown && <Form key={shown.id} product={product} shown={shown} close={close} />}
    </Drawer>
  );
}

type Image = Product["images"][number];

function Form({ product, shown, close }: { product: Product; shown: Image; close: () => void }) {
  const client = useQueryClient();
  return (
    <RecordForm
      operation={imageApi.edit}
      initialValues={{ alt: shown.alt }}
      toInput={({ alt }) => ({ id: product.id, imageId: shown.id, alt: alt.trim() })}
      versioned={{ version: product.version, current: shown, describe: ({ alt }) => ({ Description: alt }) }}
      successMessage={() => "Description saved"}
      onSuccess={(answer) => setApiQueryData(client, productApi.read, { id: product.id }, answer)}
      submitLabel="Save"
      onClose={close}
    >
      {({ getInputProps }) => (
        <>
          <img className={classes["whole"]} src={ownAddress(shown.url)} alt={shown.alt} referrerPolicy="no-referrer" />
          <Text size="xs" c="dimmed">
            {factsOf(shown)}
          </Text>
          <Textarea
            label="Description"
            description="Describes the image for people who cannot see it."
            data-autofocus
            autosize
            minRows={2}
            maxRows={6}
            {...getInputProps("alt")}
          />
        </>
      )}
    </RecordForm>
  );
}

/** "900 × 600 pixels", or the host that serves it. */
const factsOf = ({ url, width, height }: Image): string =>
  width !== null && height !== null
    ? `${width} × ${height} pixels`
    : URL.canParse(url)
      ? `At ${new URL(url).host}`
      : "";
