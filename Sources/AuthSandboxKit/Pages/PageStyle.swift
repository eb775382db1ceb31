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
      --ink: #1b2130; --soft: #566074; --paper: #f6f7fa; --card: #ffffff; --line: #dde2eb; --accent: #2a4fd0;
      --on-accent: #ffffff; --tint: #e9eeff; --code: #f1f3f8; --edge: #838da2;
      --good: #12623a; --good-tint: #e2f4e9; --bad: #a01f2c; --bad-tint: #fde8e9;
      --mono: ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ink: #e6e9f1; --soft: #a3acbe; --paper: #0f1218; --card: #171b24; --line: #2a313f; --accent: #9bb2ff;
        --on-accent: #10131b; --tint: #222b48; --code: #1f2430; --edge: #6f7a91;
        --good: #82dba6; --good-tint: #14301f; --bad: #ff9fa7; --bad-tint: #3d1a1f;
      }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body {
      margin: 0; background: var(--paper); color: var(--ink);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif;
    }
    a { color: var(--accent); text-underline-offset: .15em; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
    header, main, footer { padding: 0 max(1.25rem, calc((100% - 68rem) / 2)); }
    header { padding-top: .75rem; padding-bottom: .5rem; border-bottom: 1px solid var(--line); background: var(--card); }
    .console header, .console main, .console footer { padding-left: 1.25rem; padding-right: 1.25rem; }
    .console main, .console footer { max-width: 82rem; }
    .name { margin: 0 0 .4rem; font-weight: 650; letter-spacing: -.015em; white-space: nowrap; }
    .name a { display: inline-flex; align-items: center; gap: .4rem; color: inherit; text-decoration: none; }
    .name svg { color: var(--accent); }
    nav ul { display: flex; flex-wrap: wrap; gap: .1rem; margin: 0 -.6rem; padding: 0; list-style: none; }
    nav a {
      display: block; padding: .3rem .6rem; border-radius: 6px; color: var(--soft); text-decoration: none;
    }
    nav a:hover { color: var(--ink); background: var(--code); }
    nav a[aria-current] { color: var(--ink); background: var(--tint); font-weight: 600; }
    h1 { margin: 1.5rem 0 .4rem; font-size: 1.6rem; line-height: 1.2; letter-spacing: -.02em; }
    h2 { margin: 2rem 0 .6rem; font-size: 1.1rem; line-height: 1.3; }
    h3 { margin: 0; font-size: 1rem; line-height: 1.4; overflow-wrap: anywhere; }
    h3 span { margin-left: .5rem; font-weight: 500; }
    p { max-width: 46rem; margin: .5rem 0 1rem; }
    .lead, .soft, caption, dt { color: var(--soft); }
    .lead { overflow-wrap: anywhere; }
    table { width: 100%; margin: 1rem 0; background: var(--card); font-size: .9rem; }
    table, .empty, details, .panel, .credential { border: 1px solid var(--line); border-radius: 8px; }
    table { border-collapse: separate; border-spacing: 0; }
    caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    th, td { padding: .45rem .8rem; text-align: left; vertical-align: baseline; border-top: 1px solid var(--line); }
    thead th { border-top: 0; color: var(--soft); font-weight: 550; font-size: .8125rem; white-space: nowrap; }
    tbody tr:hover { background: var(--code); }
    td { overflow-wrap: anywhere; }
    .log td:nth-child(-n+3) { white-space: nowrap; }
    .log th:nth-child(4) { width: 30%; }
    .log th:nth-child(6) { width: 28%; min-width: 14rem; }
    .log th:last-child { min-width: 7.25rem; }
    .log details { margin: 0; border: 0; background: none; }
    .log summary { padding: 0; font-weight: 400; }
    .log pre { margin: .25rem 0 .5rem; padding: .5rem .7rem; font-size: .75rem; }
    .reason { margin: 0; color: var(--soft); font-size: .8125rem; }
    .log td:last-child { color: var(--soft); font-size: .8125rem; }
    td a { text-decoration-color: var(--edge); }
    .list { table-layout: fixed; }
    .list th:nth-child(2) { width: 34%; }
    time, .number { font-variant-numeric: tabular-nums; white-space: nowrap; }
    code { font: .9em/1.4 var(--mono); overflow-wrap: anywhere; }
    .code { padding: .1em .4em; border-radius: 4px; background: var(--tint); font-size: 1rem; letter-spacing: .06em; }
    .tag {
      display: inline-block; margin: 0 .25rem .15rem 0; padding: 0 .5em; border-radius: 5px;
      background: var(--code); color: var(--soft); font-size: .8125rem;
    }
    .good { color: var(--good); }
    .bad { color: var(--bad); }
    .tag.good { background: var(--good-tint); }
    .tag.bad { background: var(--bad-tint); }
    .empty { padding: .9rem 1.1rem; background: var(--card); color: var(--soft); max-width: none; }
    .notice { overflow-wrap: anywhere; padding: .6rem .9rem; border-left: 3px solid var(--accent); background: var(--tint); }
    .notice.wrong { border-color: var(--bad); background: var(--bad-tint); }
    .notice.done { border-color: var(--good); background: var(--good-tint); }
    .panel { padding: 1rem 1.1rem; background: var(--card); margin: 1rem 0; }
    .panel > :first-child { margin-top: 0; }
    .panel > form + form { margin-top: .9rem; }
    .credential { margin: .8rem 0; padding: .8rem 1.1rem 1rem; background: var(--card); border-left-width: 4px; }
    .credential.verified { border-left-color: var(--good); }
    .credential.refused { border-left-color: var(--bad); }
    .credential pre { margin-top: .6rem; }
    form { display: flex; flex-wrap: wrap; align-items: end; gap: .6rem; margin: 0; }
    .bar { margin: 1rem 0; }
    .group { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem; color: var(--soft); }
    .live {
      display: flex; align-items: center; gap: .75rem; min-height: 2.4rem; margin: 0 0 0 auto; color: var(--soft);
    }
    #news[data-state]::before {
      content: ""; display: inline-block; width: .6rem; height: .6rem; margin-right: .5rem; border-radius: 50%;
      background: var(--edge);
    }
    #news[data-state=live]::before { background: var(--good); }
    #news[data-state=lost]::before { background: var(--bad); }
    .fresh { animation: fresh 2.5s ease-out; }
    @keyframes fresh { from { background: var(--tint); } }
    @media (prefers-reduced-motion: reduce) { .fresh { animation: none; } }
    label { display: grid; gap: .2rem; color: var(--soft); font-size: .875rem; }
    input, select, button, .button {
      min-height: 2.4rem; padding: .25rem .8rem; border: 1px solid var(--edge); border-radius: 6px;
      background: var(--card); color: var(--ink); font: inherit;
    }
    input { width: 17rem; max-width: 100%; }
    .short input { width: 7rem; }
    ::placeholder { color: var(--soft); opacity: 1; }
    button { cursor: pointer; font-weight: 550; }
    .button { display: inline-block; padding-top: .4rem; text-decoration: none; font-weight: 550; }
    button:hover, .button:hover { border-color: var(--accent); }
    button:disabled { border-style: dashed; color: var(--soft); cursor: default; }
    .main { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
    td form { flex-wrap: nowrap; }
    td button { min-height: 2rem; padding: .1rem .7rem; }
    .pages { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; }
    .cards {
      display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: .8rem; margin: 1rem 0; padding: 0;
      list-style: none;
    }
    .cards a {
      display: block; height: 100%; padding: .9rem 1.1rem; border: 1px solid var(--line); border-radius: 8px;
      background: var(--card); font-weight: 550; text-decoration: none;
    }
    .cards a:hover { border-color: var(--accent); }
    .steps { margin: 0; padding-left: 1.75rem; }
    .steps li { margin: 0 0 .6rem; }
    details { margin: .5rem 0; background: var(--card); }
    summary { padding: .5rem .9rem; cursor: pointer; font-weight: 550; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; margin: 0; padding: .25rem .9rem 1rem; }
    dl.panel { padding: .8rem 1.1rem; margin: 1rem 0; }
    dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
    pre {
      margin: 1rem 0 0; padding: .8rem .9rem; border-radius: 6px; background: var(--code); white-space: pre-wrap;
      font: .8125rem/1.5 var(--mono); overflow-wrap: anywhere;
    }
    .steps details pre { margin: 0 .9rem .9rem; }
    .app form { display: block; }
    .app h2, .app h3 { margin: .25rem 0 .75rem; }
    .app h3 { margin-top: 1.25rem; }
    .app .field { display: grid; gap: .2rem; max-width: 24rem; }
    .app .field input { width: 100%; }
    .app small { color: var(--soft); }
    .app .buttons { display: flex; flex-wrap: wrap; gap: .5rem; max-width: none; margin: 1rem 0 0; }
    .app .accounts { list-style: none; margin: 0; padding: 0; }
    .app .accounts li { padding: .75rem 0; border-top: 1px solid var(--line); }
    .app .qr { display: block; margin: .75rem 0; }
    footer { margin-top: 2.5rem; padding-bottom: 2rem; color: var(--soft); font-size: .875rem; }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: .5rem; padding: .3rem .6rem; background: var(--card); z-index: 1; }
    @media (min-width: 64rem) {
      .console { display: grid; grid-template: 1fr auto / 14rem minmax(0, 1fr); min-height: 100vh; }
      .console header { grid-row: 1 / 3; padding: 1.25rem 1rem; border: 0; border-right: 1px solid var(--line); }
      .console header > * { position: sticky; }
      .console .name { top: 1.25rem; margin-bottom: 1.25rem; }
      .console nav { top: 4rem; }
      .console nav ul { display: block; margin: 0; }
      .console nav li + li { margin-top: .15rem; }
      .console main, .console footer { padding-left: 2rem; padding-right: 2rem; }
    }
    @media (max-width: 50rem) {
      table, tbody, tr, td { display: block; }
      thead { display: none; }
      table { border: 0; background: none; }
      tr {
        margin: 0 0 .75rem; padding: .35rem 0; border: 1px solid var(--line); border-radius: 8px;
        background: var(--card);
      }
      td {
        display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: .75rem; padding: .25rem .9rem; border: 0;
      }
      td:empty { display: none; }
      .log tr { display: flex; flex-wrap: wrap; gap: .1rem .8rem; padding: .6rem .9rem; }
      .log td { display: block; padding: 0; }
      .log td::before { content: none; }
      .log td:nth-child(3) { margin-right: auto; }
      .log td:nth-child(5) { order: -1; margin-right: 0; }
      .log td:nth-child(4), .log td:nth-child(6) { flex: 1 1 100%; min-width: 0; }
      td::before { content: attr(data-label); color: var(--soft); font-size: .8125rem; }
      td > * { justify-self: start; grid-column: 2; overflow-wrap: anywhere; }
      dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
      dd { margin-bottom: .6rem; }
      input { width: 100%; }
      form label { flex: 1 1 12rem; }
      .short { flex-basis: 6rem; }
      .short input { width: 100%; }
      .main, .main + button { flex: 1 1 auto; }
      .live { margin-left: 0; }
      td form { justify-self: stretch; }
    }

    """
}
