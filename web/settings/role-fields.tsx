/**
 * The fields for a role, and for the vendor if it is the vendor role, for a team member, an invitation or an API key.
 */
import { NativeSelect, Text } from "@mantine/core";
import { type Role, rights } from "#core/contract/values/rights";
import { useVendors } from "../api/lookups.ts";
import { countText } from "../ui/format/format.tsx";
import { TextLink } from "../ui/links/links.tsx";
import { useRoles } from "./use-roles.ts";

interface Props {
  readonly role: Role;
  readonly getInputProps: (path: "role" | "vendorId") => object;
}

export function RoleFields({ role, getInputProps }: Props) {
  const roles = useRoles();
  const vendors = useVendors();
  return (
    <>
      <NativeSelect
        label="Role"
        data={roles.grantableOptions}
        description={`${countText(roles.rightsOf(role).length, "right")} of ${rights.length}`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...getInputProps("role")}
      />
      {role === "vendor" &&
        (vendors.options.length > 0 ? (
          <NativeSelect
            label="Vendor"
            data={[{ value: "", label: "Choose a vendor" }, ...vendors.options]}
            {...getInputProps("vendorId")}
          />
        ) : (
          <Text size="sm">
            This role needs a vendor, and there is none yet.{" "}
            <TextLink to="/vendors" search={{ open: "new" }} inherit underline="always">
              Add a vendor
            </TextLink>
          </Text>
        ))}
    </>
  );
}

/** The API input for these fields: only the vendor role has a vendor. */
export const roleInput = <Id extends string>({ role, vendorId }: { role: Role; vendorId: Id | "" }) => ({
  role,
  ...(role === "vendor" && vendorId !== "" && { vendorId }),
});
