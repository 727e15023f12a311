/**
 * An email as a mail program shows it: in a frame that runs no scripts, sends no requests and cannot reach the admin.
 */
import classes from "./messages.module.css";

interface Props {
  readonly html: string;
  readonly title: string;
  readonly isPhone?: boolean;
}

export const MailFrame = ({ html, title, isPhone = false }: Props) => (
  <iframe
    title={title}
    sandbox=""
    referrerPolicy="no-referrer"
    srcDoc={html}
    className={`${classes["frame"]} ${isPhone ? classes["phone"] : ""}`}
  />
);
