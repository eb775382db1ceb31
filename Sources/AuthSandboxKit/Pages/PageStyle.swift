import AuthCore

/// The style sheet of all pages.
package enum PageStyle {
  package static let path = "/style.css"

  package static let response = SandboxResponse(
    status: 200, headers: ["Content-Type": "text/css; charset=utf-8", "Cache-Control": "no-cache"],
    body: Array(text.utf8))

  private static let text = """
    :root {
      color-scheme: light dark;
      --ink: #1d2330; --soft: #5b6475; --paper: #fbfbfd; --card: #ffffff; --line: #dfe3ec; --accent: #2a4fd0;
      --on-accent: #ffffff; --tint: #eef2ff; --good: #17663a; --bad: #a3212b; --code: #f1f3f8;
      --edge: #868fa3;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ink: #e7eaf2; --soft: #a0a9bb; --paper: #12151c; --card: #1a1e28; --line: #2e3543; --accent: #9bb2ff;
        --on-accent: #10131b; --tint: #222a44; --good: #7fd8a3; --bad: #ff9aa2; --code: #232936;
        --edge: #6b768c;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--paper); color: var(--ink);
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
    }
    a { color: var(--accent); text-underline-offset: .15em; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
    header, main, footer { padding: 0 max(1.25rem, calc((100% - 68rem) / 2)); }
    header {
      display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 2rem; padding-top: 1.25rem;
      border-bottom: 1px solid var(--line); background: var(--card);
    }
    .name { margin: 0; font-weight: 650; letter-spacing: -.01em; }
    .name a { color: inherit; text-decoration: none; }
    nav ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0; list-style: none; }
    nav a { display: block; padding: .5rem 0; color: var(--soft); text-decoration: none; }
    nav a:hover { color: var(--ink); }
    nav a[aria-current] { color: var(--ink); box-shadow: 0 2px 0 var(--accent); }
    h1 { margin: 2rem 0 .5rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.02em; }
    h2 { margin: 2.25rem 0 .5rem; font-size: 1.15rem; }
    p { max-width: 44rem; margin: .5rem 0 1rem; }
    .lead, .soft, caption, dt { color: var(--soft); }
    table { width: 100%; margin: 1.25rem 0; background: var(--card); font-size: .9375rem; }
    table, .empty, details, .panel { border: 1px solid var(--line); border-radius: 8px; }
    table { border-collapse: separate; border-spacing: 0; }
    caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    th, td { padding: .55rem .9rem; text-align: left; vertical-align: baseline; border-top: 1px solid var(--line); }
    thead th { border-top: 0; color: var(--soft); font-weight: 500; font-size: .8125rem; white-space: nowrap; }
    td { overflow-wrap: anywhere; }
    .list { table-layout: fixed; }
    .list th:nth-child(2) { width: 34%; }
    time, .number { font-variant-numeric: tabular-nums; white-space: nowrap; }
    code { font: .875em/1.4 ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
    .code { padding: .1em .4em; border-radius: 4px; background: var(--tint); font-size: 1rem; letter-spacing: .06em; }
    .tag {
      display: inline-block; margin: 0 .25rem .15rem 0; padding: 0 .5em; border-radius: 999px;
      background: var(--code); color: var(--soft); font-size: .8125rem; white-space: nowrap;
    }
    .good { color: var(--good); }
    .bad { color: var(--bad); }
    .empty { padding: 1.5rem; background: var(--card); color: var(--soft); text-align: center; max-width: none; }
    .notice { padding: .6rem .9rem; border-left: 3px solid var(--accent); background: var(--tint); }
    .panel { padding: 1.25rem; background: var(--card); margin: 1.25rem 0; }
    form { display: flex; flex-wrap: wrap; align-items: end; gap: .5rem; margin: 0; }
    label { display: grid; gap: .2rem; color: var(--soft); font-size: .875rem; }
    input, select, button {
      min-height: 2.5rem; padding: .3rem .8rem; border: 1px solid var(--edge); border-radius: 6px;
      background: var(--card); color: var(--ink); font: inherit;
    }
    input { width: 18rem; max-width: 100%; }
    button { cursor: pointer; font-weight: 550; }
    button:hover { border-color: var(--accent); }
    button.main { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
    td form { flex-wrap: nowrap; }
    td button { min-height: 2.1rem; padding: .15rem .7rem; }
    details { margin: .75rem 0; background: var(--card); }
    summary { padding: .65rem .9rem; cursor: pointer; font-weight: 550; }
    dl {
      display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; margin: 0; padding: .25rem .9rem 1rem;
    }
    dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
    pre {
      margin: 1rem 0 0; padding: .9rem; border-radius: 6px; background: var(--code); white-space: pre-wrap;
      font: .875rem/1.5 ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere;
    }
    footer { margin-top: 3rem; padding-bottom: 2rem; color: var(--soft); font-size: .875rem; }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: .5rem; padding: .3rem .6rem; background: var(--card); }
    @media (max-width: 46rem) {
      table, tbody, tr, td { display: block; }
      thead { display: none; }
      table { border: 0; background: none; }
      tr {
        margin: 0 0 .75rem; padding: .35rem 0; border: 1px solid var(--line); border-radius: 8px;
        background: var(--card);
      }
      td { display: grid; grid-template-columns: 7rem 1fr; gap: .75rem; padding: .3rem .9rem; border: 0; }
      td:empty { display: none; }
      td::before { content: attr(data-label); color: var(--soft); font-size: .8125rem; }
      td > * { justify-self: start; }
      dl { grid-template-columns: 1fr; gap: 0; }
      dd { margin-bottom: .6rem; }
      input { width: 100%; }
      form label { flex: 1 1 12rem; }
      .main, .main + button { flex: 1 1 auto; }
      td form { justify-self: stretch; }
    }

    """
}
