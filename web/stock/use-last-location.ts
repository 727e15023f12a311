import { useLocalStorage } from "@mantine/hooks";
import { useLocations } from "../api/use-locations.ts";

/** Where someone works with stock: the browser keeps the location, which is the same for the next item, and tomorrow. */
export function useLastLocation() {
  const { open } = useLocations();
  const [last, setLast] = useLocalStorage<string>({
    key: "stock.location",
    defaultValue: "",
    getInitialValueInEffect: false,
  });
  return { open, location: open.find(({ id }) => id === last) ?? open[0], setLast };
}
