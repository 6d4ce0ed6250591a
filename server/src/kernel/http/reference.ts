import type { FastifyInstance } from 'fastify'
import { openApiOf } from './openapi.ts'
import type { Served } from './serve.ts'

/** Serves the OpenAPI document and a page to read it, both built from the contract on first use. */
export function addReference(app: FastifyInstance, served: readonly Served[], version: string): void {
  let document: object | undefined
  let page: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => reply.send((document ??= openApiOf(served, version))))
  app.get('/api/docs', async (_request, reply) =>
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
      )
      .type('text/html; charset=utf-8')
      .send((page ??= pageOf(served))),
  )
}

const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#1A212C,#E4E8EE);--soft:light-dark(#646F80,#9AA5B4);--line:light-dark(#E3E6EB,#363E4A);--card:light-dark(#fff,#1A2029);--page:light-dark(#F7F8FA,#12171E);--link:light-dark(#2563E0,#8FB4FE)}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}main{max-width:900px;margin:0 auto;padding:32px 16px 64px}
h1{font-size:24px;margin:0 0 4px}p{margin:4px 0 16px;color:var(--soft);max-width:70ch}a{color:var(--link)}
details{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:8px 0;padding:10px 14px}summary{cursor:pointer;display:flex;gap:12px;flex-wrap:wrap;align-items:baseline}
code{font:13px/1.5 ui-monospace,monospace}.method{font-weight:600;min-width:52px}.why{color:var(--soft);flex-basis:100%;margin-inline-start:64px}
pre{overflow:auto;background:var(--page);padding:10px;border-radius:6px;max-height:420px}dt{color:var(--soft);font-size:13px;margin-top:8px}dd{margin:0}`

function pageOf(served: readonly Served[]): string {
  const document = openApiOf(served, '') as {
    paths: Record<
      string,
      Record<string, { summary: string; 'x-permission': string | null; 'x-past-due': string; [key: string]: unknown }>
    >
  }
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        operation,
      ]) => `<details><summary><code class="method">${method.toUpperCase()}</code><code>${escaped(path)}</code><span class="why">${escaped(operation.summary)}</span></summary>
<dl><dt>Permission</dt><dd><code>${escaped(operation['x-permission'] ?? 'none needed')}</code></dd><dt>When the account is past due</dt><dd>${escaped(operation['x-past-due'])}</dd></dl>
<pre><code>${escaped(JSON.stringify({ parameters: operation['parameters'], body: operation['requestBody'], answer: (operation['responses'] as Record<string, unknown>)['200'] }, null, 2))}</code></pre></details>`,
    ),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Crewline | API reference</title><style>${STYLE}</style>
<main><h1>Crewline API</h1><p>Send <code>Authorization: Bearer &lt;token&gt;</code> with every call that needs a session. Answers are JSON with <code>status</code> OK or ERROR.
The same as a document for programs: <a href="/api/openapi.json">openapi.json</a>.</p>${calls.join('\n')}</main></html>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
