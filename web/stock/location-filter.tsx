import { useLocations } from "../api/use-locations.ts";
import { SelectFilter } from "../ui/filters/filters.tsx";
import type { LocationId } from "./types.ts";

interface Props {
  readonly value: LocationId | undefined;
  readonly onChange: (value: LocationId | undefined) => void;
}

/** Hidden if there is only one location, and for users who may not see locations. */
export function LocationFilter({ value, onChange }: Props) {
  const { all } = useLocations();
  if (all.length < 2) return null;
  const options = all.map(({ id, name, archivedAt }) => ({
    value: id,
    label: archivedAt ? `${name} (archived)` : name,
  }));
  return <SelectFilter label="Location" anyLabel="All locations" value={value} onChange={onChange} options={options} />;
}
