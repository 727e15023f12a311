import { Center } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import { ownAddress } from "../api/own-address.ts";

interface Props {
  readonly image: { readonly url: string; readonly alt: string; readonly thumbnailUrl?: string } | null | undefined;
  readonly size: number;
}

/** An image of a product; a placeholder when there is none, or it cannot be loaded. */
export function ProductImage({ image, size }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const style = {
    width: size,
    height: size,
    flex: "none",
    borderRadius: "var(--mantine-radius-sm)",
    border: "1px solid var(--mantine-color-default-border)",
  };
  if (!image || broken === image.url) {
    return (
      <Center style={style} c="dimmed" aria-hidden>
        <IconPhoto size={size / 2} stroke={1.4} />
      </Center>
    );
  }
  return (
    <img
      src={ownAddress(image.thumbnailUrl ?? image.url)}
      alt={image.alt}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(image.url)}
      style={{ ...style, objectFit: "cover" }}
    />
  );
}
