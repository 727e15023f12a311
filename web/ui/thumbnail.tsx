import { Center } from "@mantine/core";
import { useState } from "react";
import { ownAddress } from "../api/own-address.ts";
import { ImageIcon } from "./icons.ts";

interface Props {
  readonly url: string | null | undefined;
  /** Empty next to the item's title, which says the same. */
  readonly alt?: string;
  readonly size: number;
  /** For printing: loaded without scrolling to it. */
  readonly eager?: boolean;
}

/** A small square picture of an item; a placeholder if there is none or it cannot be loaded. */
export function Thumbnail({ url, alt = "", size, eager = false }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const style = {
    width: size,
    height: size,
    flex: "none",
    borderRadius: "var(--mantine-radius-sm)",
    border: "1px solid var(--mantine-color-default-border)",
  };
  if (!url || broken === url) {
    return (
      <Center style={style} c="dimmed" aria-hidden>
        <ImageIcon size={size / 2} strokeWidth={1.4} />
      </Center>
    );
  }
  return (
    <img
      src={ownAddress(url)}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      referrerPolicy="no-referrer"
      onError={() => setBroken(url)}
      style={{ ...style, objectFit: "cover" }}
    />
  );
}
