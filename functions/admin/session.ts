import * as session from "#core/contract/session";
import { changePassword as changeOwnPassword } from "#core/staff/change-password";
import { readSession } from "#core/staff/sessions/read-session";
import { signIn as signInWithPassword } from "#core/staff/sessions/sign-in";
import { signOut as endSession } from "#core/staff/sessions/sign-out";
import { reads, steps } from "#functions/admin";
import { endingCookie, settingCookie } from "#functions/cookie";

export const signIn = steps(session.signIn, signInWithPassword, settingCookie);
export const read = reads(session.read, readSession);
export const signOut = steps(session.signOut, endSession, endingCookie);
export const changePassword = steps(session.changePassword, changeOwnPassword);
