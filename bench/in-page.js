/** Runs in the browser page for bench/admin.ts. */

/**
 * Milliseconds from the click until a frame has been painted with the order: its number, its lines and its money.
 * `wholeMs`: until its timeline is painted too, which is rendered last.
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
    // The frame callback runs before the paint, a task queued in it after the paint.
    const painted = (then) => requestAnimationFrame(() => setTimeout(() => then(performance.now() - pressed)));
    const isThere = (selector) => document.querySelector(selector) !== null;
    let seen = false;
    const look = () => {
      if (pressed === 0 || !document.querySelector("h1")?.textContent?.includes(number)) return;
      if (!seen && isThere('[aria-label="Lines"] tbody td') && isThere('[aria-label="Money"]')) {
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

/** The time between one frame and the next while nothing moves: the lateness of the machine itself. */
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

/** The time between one frame and the next, and how often a row was missing. */
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

/** When the page's largest element was painted, in milliseconds since navigation; waits until none is larger for a second. */
function largestPaint() {
  return new Promise((resolve) => {
    let paintedMs = 0;
    let still = 0;
    const settle = () => {
      clearTimeout(still);
      still = setTimeout(() => resolve(paintedMs), 1_000);
    };
    new PerformanceObserver((list) => {
      paintedMs = list.getEntries().at(-1).startTime;
      settle();
    }).observe({ type: "largest-contentful-paint", buffered: true });
    settle();
  });
}

/** Milliseconds from the last key press until a frame has been painted with a hit for this number. */
function keyToHit(number) {
  return new Promise((resolve) => {
    let pressed = 0;
    const onKey = (event) => {
      pressed = event.timeStamp;
    };
    addEventListener("keydown", onKey, { capture: true });
    const isThere = () =>
      [...document.querySelectorAll('[role="dialog"] button')].some((hit) => hit.textContent.includes(number));
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      removeEventListener("keydown", onKey, { capture: true });
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/**
 * Milliseconds until a frame has been painted with a message preview that contains these words. `wholeMs`: from the last
 * key press; `askedMs`: from the request for the preview, which follows a pause in typing.
 */
function keyToPreview(words) {
  return new Promise((resolve) => {
    const preview = document.querySelector('iframe[title="Preview"]');
    let pressed = 0;
    const onKey = (event) => {
      pressed = event.timeStamp;
    };
    addEventListener("keydown", onKey, { capture: true });
    // The frame's content cannot be read, but its load event shows when it has loaded.
    const onLoad = () => {
      if (!preview.srcdoc.includes(words)) return;
      preview.removeEventListener("load", onLoad);
      removeEventListener("keydown", onKey, { capture: true });
      const painted = () => {
        const now = performance.now();
        const asked = performance.getEntriesByType("resource").findLast(({ name }) => name.endsWith("/preview"));
        resolve({ wholeMs: now - pressed, askedMs: now - (asked?.startTime ?? pressed) });
      };
      requestAnimationFrame(() => setTimeout(painted));
    };
    performance.clearResourceTimings();
    preview.addEventListener("load", onLoad);
  });
}

const seen = [];

/** Records how long each key or pointer press takes until its result is painted; the browser reports in steps of 8 ms. */
function watchInteractions() {
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId > 0) seen.push(duration);
  }).observe({ type: "event", durationThreshold: 16 });
}

/** Resolves once the browser has reported the last ones. */
function interactionsSeen() {
  return new Promise((resolve) => setTimeout(() => resolve(seen), 1_000));
}

Object.assign(globalThis, {
  ...{ clickToPaint, standStill, scrollThrough },
  ...{ largestPaint, keyToHit, keyToPreview, watchInteractions, interactionsSeen },
});
