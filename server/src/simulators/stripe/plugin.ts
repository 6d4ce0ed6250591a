import type { FastifyInstance } from 'fastify'
import { mountApi, type ApiFaults } from './api.ts'
import { mountControl } from './control.ts'
import { advance, type Engine } from './engine.ts'
import { readForm } from './form.ts'
import { mountPages } from './pages.ts'
import { makeId, openState } from './state.ts'
import { Webhooks } from './webhooks.ts'

/** The version of the API whose shapes the simulator answers with. */
const API_VERSION = '2026-10-28.endive'
/** How often the simulator looks for what is due, in ms. */
const LOOK_MS = 60_000

export interface StripeSimulatorOptions {
  /** The file that keeps its state; undefined: in memory. */
  file?: string
  /** The address under which it is mounted. */
  url: () => string
  webhookUrl: () => string
  secretKey: string
  webhookSecret: string
  /** Sends no webhooks. */
  isQuiet?: boolean
}

/**
 * Stands in for Stripe, as a Fastify plugin: the part of its API that the product uses, the pages that it hosts, signed
 * webhooks, and a control API for tests and demos. Cards, clock and faults are scripted; no money moves.
 */
export async function stripeSimulator(app: FastifyInstance, options: StripeSimulatorOptions): Promise<void> {
  const { state, save } = openState(options.file)
  const faults: ApiFaults = { isDown: false, loseAnswers: false, loseAnswersOf: null, refuses: null, keepPages: false }
  const nowMs = () => Date.now() + state.aheadS * 1_000
  const webhooks = new Webhooks({ url: options.webhookUrl, secret: options.webhookSecret, nowMs: () => Date.now() })
  if (options.isQuiet) webhooks.mode = 'held'
  const engine: Engine = {
    state,
    url: options.url,
    now: () => Math.floor(nowMs() / 1_000),
    emit: (type, object) => {
      const event = {
        id: makeId(state, 'evt'),
        object: 'event' as const,
        api_version: API_VERSION,
        created: engine.now(),
        type,
        data: { object: structuredClone(object) },
        livemode: false as const,
        pending_webhooks: 1,
        request: null,
      }
      state.events.push(event)
      webhooks.post(event)
    },
  }
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['sec-fetch-site'] === 'cross-site' && request.method !== 'GET')
      return reply.code(403).send({ message: 'Other sites may not use the simulator' })
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: unknown) => readForm(String(body)),
  )
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: unknown, body: unknown) =>
    body === '' ? {} : (JSON.parse(String(body)) as unknown),
  )
  app.addHook('preHandler', async (request) => {
    request.query = { fields: readForm(request.url.split('?')[1] ?? '') }
  })
  mountApi(app, engine, { key: options.secretKey, faults, save })
  mountPages(app, engine, save)
  mountControl(app, engine, { webhooks, faults, save })
  const timer = setInterval(() => {
    advance(engine)
    save()
  }, LOOK_MS)
  app.addHook('preClose', async () => clearInterval(timer))
  app.addHook('onClose', () => webhooks.close())
}
