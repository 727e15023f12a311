import * as staff from "#core/contract/staff";
import { acceptInvitation as accept } from "#core/staff/accept-invitation";
import { choosePassword as chooseWithLink } from "#core/staff/choose-password";
import { editMember } from "#core/staff/edit-member";
import { inviteStaff } from "#core/staff/invite";
import { listStaff } from "#core/staff/list";
import { listInvitations as listOpenInvitations } from "#core/staff/list-invitations";
import { removeStaff } from "#core/staff/remove";
import { resetPassword as sendLink } from "#core/staff/reset-password";
import { setRole as giveRole } from "#core/staff/roles/set-role";
import { revokeSessions as endSessions } from "#core/staff/sessions/revoke-sessions";
import { withdrawInvitation as withdraw } from "#core/staff/withdraw-invitation";
import { reads, steps, writes } from "#functions/admin";
import { settingCookie } from "#functions/cookie";

/** Emails to the team are written and sent by workers. */
const wake = async () => (await import("#core/provider/wake-workers")).wakeWorker("messages");

export const list = reads(staff.list, listStaff);
export const listInvitations = reads(staff.listInvitations, listOpenInvitations);
export const invite = writes(staff.invite, inviteStaff, wake);
export const withdrawInvitation = writes(staff.withdrawInvitation, withdraw);
export const acceptInvitation = steps(staff.acceptInvitation, accept, settingCookie);
export const edit = writes(staff.edit, editMember, wake);
export const setRole = writes(staff.setRole, giveRole);
export const remove = writes(staff.remove, removeStaff);
export const resetPassword = writes(staff.resetPassword, sendLink, wake);
export const choosePassword = steps(staff.choosePassword, chooseWithLink);
export const revokeSessions = writes(staff.revokeSessions, endSessions);
