import type { FastifyInstance } from 'fastify'
import { mountApi, NO_FAULTS } from './api.ts'
import { mountControl } from './control.ts'
import { mountPages } from './pages.ts'
import { makeId, openState } from './state.ts'
import { postEvent } from './webhooks.ts'

export interface FinchSimulatorOptions {
  /** The file that keeps its state; undefined: in memory. */
  file?: string
  /** The address under which it is mounted. */
  url: () => string
  webhookUrl: () => string
  clientId: string
  clientSecret: string
  webhookSecret: string
}

/**
 * Stands in for Finch, as a Fastify plugin: the part of its API that the product uses, the page on which a connection is
 * allowed, signed webhooks, and a control API that scripts companies, changes and faults.
 */
export async function finchSimulator(app: FastifyInstance, options: FinchSimulatorOptions): Promise<void> {
  const { state, save } = openState(options.file)
  const faults = structuredClone(NO_FAULTS)
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['sec-fetch-site'] === 'cross-site' && request.method !== 'GET')
      return reply.code(403).send({ message: 'Other sites may not use the simulator' })
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: unknown) => Object.fromEntries(new URLSearchParams(String(body))),
  )
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, body: unknown) =>
    body === '' ? {} : (JSON.parse(String(body)) as unknown),
  )
  mountApi(app, state, { ...options, faults, save })
  mountPages(app, state, save)
  mountControl(app, state, {
    faults,
    save,
    send: ({ type, connectionId, data }) =>
      postEvent(
        { event_type: type, connection_id: connectionId, account_id: connectionId, company_id: connectionId, data },
        { url: options.webhookUrl(), secret: options.webhookSecret, id: makeId(state) },
      ),
  })
}
