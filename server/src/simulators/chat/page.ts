import type { SimChannel } from './state.ts'

const STYLE = `body{font:16px/24px system-ui,sans-serif;max-width:760px;margin:32px auto;padding:0 16px;color:#16191d;background:#fff}
h1{font-size:24px}section{border:1px solid #d5d9df;border-radius:8px;padding:16px;margin:16px 0}h2{font-size:18px;margin:0 0 8px}
code{display:block;overflow-wrap:anywhere;background:#f4f5f7;padding:8px;border-radius:6px;font-size:13px}
ul{list-style:none;padding:0}li{border-top:1px solid #d5d9df;padding:8px 0}p{margin:0}.note{color:#5c6470}
form{display:inline-flex;gap:8px;flex-wrap:wrap;margin:8px 0;align-items:end}
input,select,button{font:inherit;padding:8px 12px;border-radius:6px;border:1px solid #6b7280}a{color:#1f5fd0}`

/** Writes the page that shows the channels and what was posted to them, newest first. */
export function chatPage(channels: (SimChannel & { url: string })[]): string {
  const sections = channels.map(({ id, kind, name, url, isRevoked, posts }) => {
    const shown = posts
      .toReversed()
      .map(
        ({ lines, link }) =>
          `<li>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}${link ? `<p><a href="${escaped(link)}">${escaped(link)}</a></p>` : ''}</li>`,
      )
    return `<section aria-label="${escaped(name)}"><h2>${escaped(name)} <span class="note">${kind === 'slack' ? 'Slack' : 'Teams'}${isRevoked ? ', webhook removed' : ''}</span></h2>
<code>${escaped(url)}</code>${isRevoked ? '' : `<form method="post" action="/dev/chat/channels/${id}/revoke"><button>Remove webhook</button></form>`}
<ul>${shown.join('') || '<li class="note">Nothing was posted yet.</li>'}</ul></section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Slack and Teams</title><style>${STYLE}</style></head><body><main><h1>Slack and Teams</h1>
<p class="note">This page stands in for both. Copy a webhook URL into Settings, Integrations.</p>
<form method="post" action="/dev/chat/channels"><label>Service <select name="kind"><option value="slack">Slack</option><option value="teams">Teams</option></select></label><label>Channel <input name="name" value="#floor" required></label><button>Add webhook</button></form>
${sections.join('')}</main></body></html>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
