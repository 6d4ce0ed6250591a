import type { FastifyInstance } from 'fastify'
import { makeId, type FinchState } from './state.ts'

/** Mounts the page on which a person signs in to their HR system and allows the connection, or refuses it. */
export function mountPages(app: FastifyInstance, state: FinchState, save: () => void): void {
  app.get('/authorize', async (request, reply) => {
    const { session: id = '' } = request.query as { session?: string }
    if (!state.sessions[id]) return reply.code(404).type('text/html').send(page('<p>This page has expired.</p>'))
    const companies = Object.values(state.companies).map(
      ({ id: companyId, name, provider }) =>
        `<option value="${companyId}">${escaped(name)} (${escaped(provider)})</option>`,
    )
    return reply
      .type('text/html; charset=utf-8')
      .send(
        page(
          `<form method="post"><label>Company<select name="company">${companies.join('')}</select></label><button name="answer" value="allow">Allow</button><button name="answer" value="deny" class="second">Cancel</button></form>`,
        ),
      )
  })
  app.post('/authorize', async (request, reply) => {
    const { session: id = '', state: echoed } = request.query as { session?: string; state?: string }
    const session = state.sessions[id]
    const { company = '', answer } = request.body as { company?: string; answer?: string }
    if (!session || !state.companies[company]) return reply.code(404).type('text/html').send(page('<p>Not found.</p>'))
    const back = new URL(session.redirectUri)
    if (echoed) back.searchParams.set('state', echoed)
    if (answer === 'allow') {
      const code = makeId(state)
      state.codes[code] = { sessionId: id, companyId: company }
      back.searchParams.set('code', code)
    } else {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'The user canceled')
    }
    save()
    return reply.redirect(back.href, 303)
  })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Connect your HR system</title><style>body{font:16px/24px system-ui,sans-serif;max-width:420px;margin:48px auto;padding:0 16px;color:#16191d;background:#fff}h1{font-size:24px}label{display:block;margin:16px 0}select,button{display:block;width:100%;box-sizing:border-box;font:inherit;padding:12px;margin-top:8px;border-radius:6px;border:1px solid #6b7280}button{background:#1f5fd0;color:#fff;font-weight:600}.second{background:#fff;color:#16191d}.note{color:#5c6470}</style></head><body><main><h1>Connect your HR system</h1>${body}<p class="note">This page stands in for Finch. No HR system is read.</p></main></body></html>`
}
