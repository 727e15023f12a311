import { Center } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import { ownAddress } from "../api/own-address.ts";

interface Props {
  readonly of: { readonly url: string; readonly alt: string; readonly thumbnailUrl?: string } | null | undefined;
  readonly size: number;
}

/** A product's picture in small; its place when there is none, or it cannot be fetched. */
export function Picture({ of, size }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const look = {
    width: size,
    height: size,
    flex: "none",
    borderRadius: "var(--mantine-radius-sm)",
    border: "1px solid var(--mantine-color-default-border)",
  };
  if (!of || broken === of.url) {
    return (
      <Center style={look} c="dimmed" aria-hidden>
        <IconPhoto size={size / 2} stroke={1.4} />
      </Center>
    );
  }
  return (
    <img
      src={ownAddress(of.thumbnailUrl ?? of.url)}
      alt={of.alt}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(of.url)}
      style={{ ...look, objectFit: "cover" }}
    />
  );
}
