import { useQueryClient } from "@tanstack/react-query";
import * as productApi from "#core/contract/product";
import { setApiQueryData } from "../api/hooks.ts";
import { Panel } from "../ui/drawer.tsx";
import { countText } from "../ui/format/format.tsx";
import { RecordForm } from "../ui/forms/record-form.tsx";
import { Images } from "./images-field.tsx";
import type { Product } from "./labels.ts";

interface Props {
  readonly of: Product;
  readonly opened: boolean;
  readonly close: () => void;
}

export function EditImages({ of, opened, close }: Props) {
  return (
    <Panel title="Images" opened={opened} onClose={close}>
      <Form of={of} close={close} />
    </Panel>
  );
}

function Form({ of, close }: Omit<Props, "opened">) {
  const client = useQueryClient();
  return (
    <RecordForm
      op={productApi.edit}
      from={{ images: of.images }}
      asked={({ images }) => ({ id: of.id, images: images.filter(({ url }) => url.trim()) })}
      shared={{ version: of.version, now: of, facts }}
      says={({ images }) => (images.length > 0 ? `${countText(images.length, "image")} saved` : "Images removed")}
      onDone={(answer) => setApiQueryData(client, productApi.read, { id: of.id }, answer)}
      label="Save"
      close={close}
    >
      {(form) => <Images form={form} />}
    </RecordForm>
  );
}

const facts = ({ images }: Product) => Object.fromEntries(images.map(({ url }, index) => [`Image ${index + 1}`, url]));
