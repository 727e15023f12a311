import * as template from "#core/contract/template";
import { editTemplate } from "#core/message/template/edit-template";
import { listTemplates } from "#core/message/template/list-templates";
import { listVersions as versions } from "#core/message/template/list-versions";
import { previewTemplate } from "#core/message/template/preview-template";
import { readTemplate } from "#core/message/template/read-template";
import { resetTemplate } from "#core/message/template/reset-template";
import { sendTestMessage } from "#core/message/template/send-test";
import { setMessageSwitch } from "#core/message/template/set-switch";
import { reads, writes } from "#functions/admin";

const wake = async () => (await import("#core/provider/wake-workers")).wakeWorker("outgoing");

export const list = reads(template.list, listTemplates);
export const read = reads(template.read, readTemplate);
export const edit = writes(template.edit, editTemplate);
export const reset = writes(template.reset, resetTemplate);
export const listVersions = reads(template.listVersions, versions);
export const preview = reads(template.preview, previewTemplate);
export const sendTest = writes(template.sendTest, sendTestMessage, wake);
export const setSwitch = writes(template.setSwitch, setMessageSwitch);
