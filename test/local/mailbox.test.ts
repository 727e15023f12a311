/** `npm run mailbox`: where a newcomer sees the store's emails arrive. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { expect, it, onTestFinished, vi } from "vitest";
import { freePort } from "#local/postgres/postgres";

const program = join(import.meta.dirname, "..", "..", "scripts", "mailbox.ts");

async function aMailbox() {
  const [smtp, port] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [program], { env: { ...process.env, SMTP_PORT: `${smtp}`, PORT: `${port}` } });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const url = `http://localhost:${port}`;
  await vi.waitFor(() => expect(said).toContain(url), { timeout: 60_000, interval: 50 });
  const transport = createTransport({ host: "127.0.0.1", port: smtp, secure: false, ignoreTLS: true });
  onTestFinished(() => transport.close());
  return { url, send: (mail: object) => transport.sendMail(mail), smtp, port };
}

it("shows received mails as text, their HTML in a frame without scripts, and the raw bytes", async () => {
  const { url, send } = await aMailbox();
  const page = async (path: string) => (await fetch(`${url}${path}`)).text();
  expect(await page("/")).toContain("No email yet");
  const subject = "आपका ऑर्डर <b>1001</b>";
  await send({
    from: "orders@store.test",
    to: "asha@example.com",
    subject,
    html: '<p title="x">Hello</p>',
    text: "Hello",
  });
  const list = await page("/");
  expect(list).toContain("आपका ऑर्डर &lt;b&gt;1001&lt;/b&gt;");
  expect(list).toContain("to asha@example.com");
  expect(await page("/1")).toContain(
    'sandbox="" referrerpolicy="no-referrer" srcdoc="&lt;p title=&quot;x&quot;&gt;Hello&lt;/p&gt;"',
  );
  expect(await page("/1/raw")).toMatch(/^Message-ID: /m);
  await fetch(`${url}/empty`, { method: "POST" });
  expect(await page("/")).toContain("No email yet");
});

// With a host name that resolves to this machine, any web page could read the mails of someone who has it open.
it("answers only to its own host names, and is not emptied by other sites", async () => {
  const { url, send, port } = await aMailbox();
  await send({ from: "orders@store.test", to: "asha@example.com", subject: "Hello", text: "Hello" });
  const { request } = await import("node:http");
  const asked = request({ host: "127.0.0.1", port, path: "/1", headers: { host: `evil.example:${port}` } }).end();
  const [answer] = await once(asked, "response");
  answer.resume();
  expect(answer.statusCode).toBe(421);
  await fetch(`${url}/empty`, { method: "POST", headers: { "sec-fetch-site": "cross-site" } });
  expect(await (await fetch(url)).text()).toContain("Hello");
});
