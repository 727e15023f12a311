/** The bin of an item at a location; users who may change stock can edit it here. */
import { Button, Popover, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import * as stockApi from "#core/contract/stock";
import { useApiMutation } from "../api/hooks.ts";
import { useSession } from "../api/session.tsx";
import { ErrorAlert } from "../ui/error-alert.tsx";
import { useUnsaved } from "../ui/forms/unsaved.ts";
import type { VariantStockDetail } from "./types.ts";

interface Props {
  readonly variantId: VariantStockDetail["variantId"];
  readonly level: VariantStockDetail["locations"][number];
}

export function BinCell({ variantId, level: { locationId, name, bin, active } }: Props) {
  const { can } = useSession();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState("");
  useUnsaved(() => opened && typed !== (bin ?? ""));
  const save = useApiMutation(stockApi.setBin, { onSuccess: () => setOpened(false) });
  const shown = bin ?? "–";
  if (!can(stockApi.setBin) || !active) return <Text size="sm">{shown}</Text>;
  const open = () => {
    setTyped(bin ?? "");
    setOpened(true);
  };
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus withArrow shadow="md">
      <Popover.Target>
        <UnstyledButton
          aria-label={`Bin at ${name}: ${bin ?? "none"}. Change`}
          td="underline"
          fz="sm"
          style={{ textUnderlineOffset: 3 }}
          onClick={open}
        >
          {shown}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate({ id: variantId, locationId, bin: typed.trim() || null });
          }}
        >
          <Stack gap="xs">
            <TextInput
              label={`Bin at ${name}`}
              description="A shelf or a bin, as it is written there"
              maxLength={40}
              data-autofocus
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <ErrorAlert error={save.error} />
            <Button type="submit" size="xs" loading={save.isPending}>
              Save bin
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
