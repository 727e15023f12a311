import * as session from "#core/contract/session";
import { changePassword as changeOwnPassword } from "#core/staff/change-password";
import { rename as renameMyself } from "#core/staff/rename";
import { readSession } from "#core/staff/sessions/read-session";
import { signIn as signInWithPassword } from "#core/staff/sessions/sign-in";
import { signOut as endSession } from "#core/staff/sessions/sign-out";
import { reads, steps, writes } from "#functions/admin";
import { endingCookie, settingCookie } from "#functions/cookie";

export const signIn = steps(session.signIn, signInWithPassword, settingCookie);
export const read = reads(session.read, readSession);
export const signOut = steps(session.signOut, endSession, endingCookie);
export const rename = writes(session.rename, renameMyself);
export const changePassword = steps(session.changePassword, changeOwnPassword);
