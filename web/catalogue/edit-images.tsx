import { Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import * as product from "#core/contract/product";
import { remember } from "../api/hooks.ts";
import { FormEnd, Stale, useActForm, useBegan } from "../ui/form.tsx";
import { countText } from "../ui/format.tsx";
import { Panel } from "../ui/panel.tsx";
import { sayDone } from "../ui/said.tsx";
import { Images } from "./images.tsx";
import type { Product } from "./words.ts";

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
  const form = useActForm(product.edit, {
    from: { images: of.images },
    asked: ({ images }) => ({ id: of.id, images: images.filter(({ url }) => url.trim()) }),
    version: of.version,
    onDone: (answer) => {
      remember(client, product.read, { id: of.id }, answer);
      sayDone(answer.images.length > 0 ? `${countText(answer.images.length, "image")} saved` : "Images removed");
      close();
    },
  });
  const base = useBegan(of, form.isDirty());
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Stale
          error={form.act.error}
          base={base}
          now={of}
          facts={({ images }) => Object.fromEntries(images.map(({ url }, index) => [`Image ${index + 1}`, url]))}
          onKeepMine={() => form.goOver(of.version)}
          onTakeTheirs={() => form.take({ images: of.images })}
        />
        <Images form={form} />
        <FormEnd form={form} label="Save" onCancel={close} />
      </Stack>
    </form>
  );
}
