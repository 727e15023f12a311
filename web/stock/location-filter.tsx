import { useLocations } from "../api/use-locations.ts";
import { ChoiceFilter } from "../ui/filters/filters.tsx";
import type { LocationId } from "./labels.ts";

interface Props {
  readonly value: LocationId | undefined;
  readonly onChange: (value: LocationId | undefined) => void;
}

/** Not there for who may not see locations, nor where there is one only. */
export function LocationFilter({ value, onChange }: Props) {
  const { all } = useLocations();
  if (all.length < 2) return null;
  const options = all.map(({ id, name, archivedAt }) => ({
    value: id,
    label: archivedAt ? `${name} (archived)` : name,
  }));
  return <ChoiceFilter label="Location" none="All locations" value={value} onChange={onChange} options={options} />;
}
