import * as image from "#core/contract/image";
import { addImage } from "#core/product/add-image";
import { editImage } from "#core/product/edit-image";
import { removeImage } from "#core/product/remove-image";
import { requestImageUpload } from "#core/product/request-image-upload";
import { steps, writes } from "#functions/admin";

export const requestUpload = steps(image.requestUpload, requestImageUpload);
export const add = steps(image.add, addImage);
export const edit = writes(image.edit, editImage);
export const remove = writes(image.remove, removeImage);
