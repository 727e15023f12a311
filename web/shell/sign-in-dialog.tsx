/** The sign-in dialog for an expired session. */
import { Modal, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useSession } from "../api/session.tsx";
import { SignInForm } from "./sign-in.tsx";

/** A dialog over the page, so that typed input is kept. Affected requests are sent again afterwards. */
export default function SignInDialog() {
  const { user } = useSession();
  // The field that someone was typing in gets the focus back, so that they can go on.
  const [focused] = useState(() => document.activeElement);
  useEffect(() => () => void (focused instanceof HTMLElement && focused.focus()), [focused]);
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="You have been signed out"
      centered
      zIndex={400}
    >
      <Text size="sm" mb="md">
        Sign in again to continue. Your work is still here.
      </Text>
      <SignInForm email={user.email ?? ""} previousUserId={user.id} />
    </Modal>
  );
}
