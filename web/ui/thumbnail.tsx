import { Center } from "@mantine/core";
import { ImageIcon } from "lucide-react";
import { useState } from "react";
import { ownAddress } from "../api/own-address.ts";

interface Props {
  readonly url: string | null | undefined;
  /** What it shows. Nothing beside its title, which says so already. */
  readonly alt?: string;
  readonly size: number;
  /** For paper: it is there before anybody scrolls to it. */
  readonly eager?: boolean;
}

/** A small square picture of an item; a placeholder when there is none, or it cannot be loaded. */
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
