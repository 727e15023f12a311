import type { Icon } from "../ui/icon.tsx";
import {
  ChartColumnIcon,
  HouseIcon,
  MailIcon,
  PackageIcon,
  SettingsIcon,
  ShoppingCartIcon,
  UsersIcon,
  WarehouseIcon,
} from "../ui/icons.ts";
import type { NavItem } from "./navigation.ts";

/** By group, and by label for the screens without one. */
const icons: Readonly<Record<string, Icon>> = {
  Home: HouseIcon,
  Orders: ShoppingCartIcon,
  Customers: UsersIcon,
  Stock: WarehouseIcon,
  Catalogue: PackageIcon,
  Reports: ChartColumnIcon,
  Messages: MailIcon,
  Settings: SettingsIcon,
};

export const navigationIcon = ({ group, label }: NavItem): Icon | undefined => icons[group ?? label];
