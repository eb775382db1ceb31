import AuthCore

/// The script of the request log's page: it adds new rows without a reload. The rows come from the page itself, so the
/// script builds no HTML from the log's texts.
enum ConsoleScript {
  static let path = "/console.js"

  static let response = SandboxResponse(
    status: 200, headers: ["Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache"],
    body: Array(text.utf8))

  private static let text = """
    const log = document.getElementById("log");
    const news = document.getElementById("news");
    const pause = document.getElementById("pause");
    const limit = \(PageParts.limit);
    let isPaused = false;

    function tell(text) { if (news.textContent !== text) news.textContent = text; }

    async function refresh() {
      const response = await fetch(log.dataset.live + log.dataset.last);
      if (!response.ok) throw new Error(response.status);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById("log");
      const rows = [...fresh.querySelectorAll("tbody tr")];
      if (isPaused || rows.length === 0) return;
      const body = log.querySelector("tbody");
      if (body) {
        rows.forEach(row => row.classList.add("fresh"));
        body.prepend(...rows);
        while (body.rows.length > limit) body.deleteRow(-1);
      } else {
        log.replaceChildren(...fresh.childNodes);
      }
      log.dataset.last = fresh.dataset.last;
      tell(rows.length === 1 ? "1 new request." : rows.length + " new requests.");
    }

    async function watch() {
      if (!isPaused && !document.hidden) {
        try {
          await refresh();
          if (news.dataset.state !== "live") { news.dataset.state = "live"; tell("Live."); }
        } catch {
          news.dataset.state = "lost";
          tell("The sandbox does not respond.");
        }
      }
      setTimeout(watch, \(interval));
    }

    pause.hidden = false;
    pause.onclick = () => {
      isPaused = !isPaused;
      pause.textContent = isPaused ? "Resume" : "Pause";
      news.dataset.state = isPaused ? "paused" : "live";
      tell(isPaused ? "Paused." : "Live.");
    };
    watch();

    """

  /// The time between two requests of the script, in milliseconds.
  private static let interval = 1500
}
