import { Text, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as image from "#core/contract/image";
import * as product from "#core/contract/product";
import { remember } from "../api/hooks.ts";
import { ownAddress } from "../api/own-address.ts";
import type { Product } from "../catalogue/words.ts";
import { Panel } from "../ui/panel.tsx";
import { RecordForm } from "../ui/record-form.tsx";
import classes from "./images.module.css";

interface Props {
  readonly of: Product;
  readonly imageId: string | undefined;
  readonly opened: boolean;
  readonly close: () => void;
}

/** One image in full, and what is said of it. */
export function EditImage({ of, imageId, opened, close }: Props) {
  const index = of.images.findIndex(({ id }) => id === imageId);
  const shown = of.images[index];
  return (
    <Panel title={`Image ${index + 1}`} opened={opened && shown !== undefined} onClose={close}>
      {shown && <Form key={shown.id} of={of} shown={shown} close={close} />}
    </Panel>
  );
}

type Image = Product["images"][number];

function Form({ of, shown, close }: { of: Product; shown: Image; close: () => void }) {
  const client = useQueryClient();
  return (
    <RecordForm
      op={image.edit}
      from={{ alt: shown.alt }}
      asked={({ alt }) => ({ id: of.id, imageId: shown.id, alt: alt.trim() })}
      shared={{ version: of.version, now: shown, facts: ({ alt }) => ({ Description: alt }) }}
      says={() => "Description saved"}
      onDone={(answer) => remember(client, product.read, { id: of.id }, answer)}
      label="Save"
      close={close}
    >
      {({ getInputProps }) => (
        <>
          <img className={classes["whole"]} src={ownAddress(shown.url)} alt={shown.alt} referrerPolicy="no-referrer" />
          <Text size="xs" c="dimmed">
            {factsOf(shown)}
          </Text>
          <Textarea
            label="Description"
            description="What the image shows, for those who cannot see it."
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

/** "900 × 600 pixels", or whose server it lies on. */
const factsOf = ({ url, width, height }: Image): string =>
  width !== null && height !== null
    ? `${width} × ${height} pixels`
    : URL.canParse(url)
      ? `At ${new URL(url).host}`
      : "";
