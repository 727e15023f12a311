import { createLocation } from "#core/catalogue/create-location";
import { editLocation } from "#core/catalogue/edit-location";
import { locationHistory } from "#core/catalogue/histories";
import { listLocations, readLocation } from "#core/catalogue/list-locations";
import { removeLocation } from "#core/catalogue/remove-location";
import * as location from "#core/contract/location";
import { reads, writes } from "#functions/admin";

export const list = reads(location.list, listLocations);
export const create = writes(location.create, createLocation);
export const read = reads(location.read, readLocation);
export const edit = writes(location.edit, editLocation);
export const remove = writes(location.remove, removeLocation);
export const history = reads(location.history, locationHistory);
