import * as location from "#core/contract/location";
import { createLocation } from "#core/location/create-location";
import { editLocation } from "#core/location/edit-location";
import { listLocations, readLocation } from "#core/location/list-locations";
import { locationHistory } from "#core/location/location-history";
import { removeLocation } from "#core/location/remove-location";
import { reads, writes } from "#functions/admin";

export const list = reads(location.list, listLocations);
export const create = writes(location.create, createLocation);
export const read = reads(location.read, readLocation);
export const edit = writes(location.edit, editLocation);
export const remove = writes(location.remove, removeLocation);
export const history = reads(location.history, locationHistory);
