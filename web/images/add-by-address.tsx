import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as product from "#core/contract/product";
import { remember } from "../api/hooks.ts";
import type { Product } from "../catalogue/words.ts";
import { Panel } from "../ui/panel.tsx";
import { RecordForm } from "../ui/record-form.tsx";

interface Props {
  readonly of: Product;
  readonly opened: boolean;
  readonly close: () => void;
}

/** An image that stays where it is, on a server of somebody else's. */
export function AddByAddress({ of, opened, close }: Props) {
  return (
    <Panel title="Add an image by its address" opened={opened} onClose={close}>
      <Form of={of} close={close} />
    </Panel>
  );
}

const none = { url: "", alt: "" };

function Form({ of, close }: Omit<Props, "opened">) {
  const client = useQueryClient();
  const last = of.images.length;
  return (
    <RecordForm
      op={product.edit}
      from={none}
      // Behind those that are there now, whoever has put them there.
      asked={(image) => ({ id: of.id, images: [...of.images, image] })}
      fieldOf={{ [`images.${last}.url`]: "url", [`images.${last}.alt`]: "alt" }}
      shared={{ version: of.version, now: of, facts: ({ images }) => ({ Images: String(images.length) }) }}
      says={() => "1 image added"}
      onDone={(answer) => remember(client, product.read, { id: of.id }, answer)}
      label="Add the image"
      isNew
      close={close}
    >
      {({ getInputProps }) => (
        <>
          <TextInput label="Address" type="url" placeholder="https://…" data-autofocus {...getInputProps("url")} />
          <TextInput
            label="Description"
            description="What the image shows, for those who cannot see it."
            {...getInputProps("alt")}
          />
        </>
      )}
    </RecordForm>
  );
}
