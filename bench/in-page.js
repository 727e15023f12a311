/** What bench/admin.ts has the browser run in the page. */

/**
 * Milliseconds from the press until a frame has been painted with the order in it: its number, its lines and its money.
 * `wholeMs`: until its story is there too, which is drawn after that.
 */
function clickToPaint(number) {
  return new Promise((resolve) => {
    let pressed = 0;
    let paintedMs = null;
    addEventListener(
      "click",
      (event) => {
        pressed = event.timeStamp;
      },
      { capture: true, once: true },
    );
    // The frame callback runs before the paint, a task that it queues after it.
    const painted = (then) => requestAnimationFrame(() => setTimeout(() => then(performance.now() - pressed)));
    const isThere = (selector) => document.querySelector(selector) !== null;
    let seen = false;
    const look = () => {
      if (pressed === 0 || !document.querySelector("h1")?.textContent?.includes(number)) return;
      if (!seen && isThere("[data-line]") && isThere('[aria-label="Money"]')) {
        seen = true;
        painted((ms) => {
          paintedMs = ms;
        });
      }
      if (!seen || !isThere('[aria-label="Timeline"]')) return;
      observer.disconnect();
      painted((wholeMs) => resolve({ paintedMs: paintedMs ?? wholeMs, wholeMs }));
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** The time between one frame and the next while nothing moves: what the machine itself is late by. */
function standStill() {
  return new Promise((resolve) => {
    const gaps = [];
    let before = 0;
    const step = (now) => {
      if (before > 0) gaps.push(now - before);
      before = now;
      if (gaps.length < 60) requestAnimationFrame(step);
      else resolve(gaps);
    };
    requestAnimationFrame(step);
  });
}

/** The time between one frame and the next, and how often a row was not where one should be. */
function scrollThrough() {
  return new Promise((resolve) => {
    const gaps = [];
    let blanks = 0;
    let before = 0;
    let by = innerHeight / 3;
    const frame = document.querySelector("[data-table]");
    const step = (now) => {
      if (before > 0) gaps.push(now - before);
      before = now;
      const { top = 0, bottom = 0, left = 0, width = 0 } = frame?.querySelector("tbody")?.getBoundingClientRect() ?? {};
      for (let y = Math.max(top, 80) + 5; y < Math.min(bottom, innerHeight) - 5; y += 30) {
        if (!document.elementFromPoint(left + width / 2, y)?.closest("[data-row]")) blanks++;
      }
      const last = document.documentElement.scrollHeight - innerHeight;
      if (by > 0 && scrollY >= last - 1) by = -by;
      if (by < 0 && scrollY <= 0) {
        resolve({ gaps, blanks, rows: frame?.querySelectorAll("[data-row]").length ?? 0 });
        return;
      }
      scrollBy({ top: by, behavior: "instant" });
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

Object.assign(globalThis, { clickToPaint, standStill, scrollThrough });
