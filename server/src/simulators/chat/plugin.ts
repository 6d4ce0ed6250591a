import type { FastifyInstance } from 'fastify'
import { chatPage } from './page.ts'
import { mountSlack } from './slack.ts'
import { addChannel, openState, webhookUrl, type SimChannel } from './state.ts'
import { mountTeams } from './teams.ts'

export interface ChatSimulatorOptions {
  /** The file that keeps its state; undefined: in memory. */
  file?: string
  /** The address under which it is mounted. */
  url: () => string
}

/**
 * Stands in for Slack and Microsoft Teams, as a Fastify plugin: their webhooks, which check a message as the real ones do, a
 * page that shows the channels, and a control API that removes webhooks, archives channels, and limits them.
 */
export async function chatSimulator(app: FastifyInstance, options: ChatSimulatorOptions): Promise<void> {
  const { state, save } = openState(options.file)
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['sec-fetch-site'] === 'cross-site' && request.method !== 'GET')
      return reply.code(403).send({ message: 'Other sites may not use the simulator' })
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, body: unknown) => {
    try {
      return JSON.parse(String(body)) as unknown
    } catch {
      return undefined
    }
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: unknown) => Object.fromEntries(new URLSearchParams(String(body))),
  )
  mountSlack(app, state, save)
  mountTeams(app, state, save)

  const shown = (channel: SimChannel) => ({ ...channel, url: webhookUrl(options.url(), channel) })
  const find = (id: string) => state.channels.find((channel) => channel.id === id) ?? notFound()
  app.get('/', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(chatPage(state.channels.map(shown))),
  )
  app.post('/channels', async (request, reply) => {
    const { kind, name } = request.body as { kind?: string; name?: string }
    addChannel(state, { kind: kind === 'teams' ? 'teams' : 'slack', name: (name ?? '').slice(0, 80) || '#general' })
    save()
    return reply.redirect('/dev/chat', 303)
  })
  app.post('/channels/:id/revoke', async (request, reply) => {
    find((request.params as { id: string }).id).isRevoked = true
    save()
    return reply.redirect('/dev/chat', 303)
  })
  app.get('/control/channels', async () => state.channels.map(shown))
  app.post('/control/channels', async (request) => {
    const channel = addChannel(state, request.body as Pick<SimChannel, 'kind' | 'name'>)
    save()
    return shown(channel)
  })
  app.patch('/control/channels/:id', async (request) => {
    const channel = Object.assign(find((request.params as { id: string }).id), request.body)
    save()
    return shown(channel)
  })
}

function notFound(): never {
  throw Object.assign(new Error('the simulator has no such channel'), { statusCode: 404 })
}
