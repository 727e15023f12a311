/** Links that look like buttons and menu items: the browser can open them in a tab of their own. */
import { Anchor, Button, Menu } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

export const ButtonLink = createLink((props: ComponentProps<typeof Button<"a">>) => (
  <Button component="a" {...props} />
));
export const MenuLink = createLink((props: ComponentProps<typeof Menu.Item<"a">>) => (
  <Menu.Item component="a" {...props} />
));
export const TextLink = createLink((props: ComponentProps<typeof Anchor<"a">>) => <Anchor {...props} />);
