/** Uploads go on while other screens are shown, but not once the tab is closed: until they are done, the browser asks. */
let running = 0;
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

export async function askBeforeClose<T>(upload: Promise<T>): Promise<T> {
  running += 1;
  addEventListener("beforeunload", ask);
  try {
    return await upload;
  } finally {
    running -= 1;
    if (running === 0) removeEventListener("beforeunload", ask);
  }
}
