import { BODY_MAX_BYTES } from '@crewline/contract/limits'
import { Id } from '@crewline/contract/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../../kernel/kernel.ts'
import { carriersOf, type CarrierEvent } from '../carriers/index.ts'
import { everyLine, lineById, type Line } from '../lines/index.ts'
import { importDiskQuarantine } from './dead-files.ts'
import { makeWebhookHandler } from './webhook-handler.ts'
import { makeDurable } from './replay.ts'
import { withTimeout } from './time-limit.ts'
import { hookUrl } from './rules.ts'

/** How long a line is cached between webhooks, in ms. */
const REMEMBER_MS = 60_000
/** Maximum number of cached lines. */
const MOST_LINES = 10_000
/** After this lookup time, in ms, the last known line is used. */
const LOOKUP_TIMEOUT_MS = 800

/**
 * Registers the message webhooks of carriers. A request is accepted only when its signature matches the line's secret,
 * and answered only when its data is committed, or stored on disk while the database is unavailable. Answers 401 for a
 * bad signature, 503 for our own failures, 200 for repeats.
 */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const handler = makeDurable(kernel, makeWebhookHandler(kernel))
  const lines = makeLineMemory(kernel, () => handler.isAway())
  const refused = new Map<string, number>()
  app.addHook('onClose', () => handler.stop())
  const adopted = importDiskQuarantine(kernel).catch((error: unknown) =>
    kernel.log.warn(
      { err: (error as Error).message },
      'delivery: quarantined events on the disk could not be moved to the database',
    ),
  )
  app.addHook('onClose', () => adopted.then(() => {}))
  await app.register(async (instance) => {
    instance.removeAllContentTypeParsers()
    instance.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const {
        carrier: name,
        lineId,
        messageId,
      } = request.params as { carrier: string; lineId: string; messageId?: string }
      const carrier = carriersOf(kernel.config, kernel.world).get(name)
      let line: Line | undefined
      try {
        line = Id.safeParse(lineId).success ? await lines(lineId) : undefined
      } catch (error) {
        kernel.log.error({ err: (error as Error).message }, 'delivery: the line of a webhook could not be looked up')
        return reply.status(503).send()
      }
      if (
        !carrier ||
        line?.carrier !== name ||
        line.state === 'released' ||
        (messageId !== undefined && !Id.safeParse(messageId).success)
      )
        return reply.status(404).send()
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const url = hookUrl(kernel.config.publicUrl, name, lineId, messageId)
      let events: CarrierEvent[] | 'forged'
      try {
        events = carrier.handleMessage(line.credentials, {
          url,
          headers: request.headers as Record<string, string | undefined>,
          raw,
          phone: line.phone,
        })
      } catch (error) {
        kernel.log.warn(
          { err: (error as Error).message, line: lineId },
          'delivery: a signed webhook could not be parsed',
        )
        return reply.status(400).send()
      }
      if (events === 'forged') {
        const count = (refused.get(lineId) ?? 0) + 1
        refused.set(lineId, count)
        // The sender of forged requests controls their number, so log only counts that are powers of ten.
        if (/^10*$/.test(String(count)))
          kernel.log.warn(
            { line: lineId, carrier: name, count },
            'delivery: webhooks with an invalid signature were refused',
          )
        return reply.status(401).send()
      }
      try {
        await Promise.all(events.map((event) => handler.handle(line, event, messageId ?? referenceOf(event))))
      } catch (error) {
        kernel.log.error({ err: (error as Error).message, line: lineId }, 'delivery: an event could not be stored')
        return reply.status(503).send()
      }
      return name === 'twilio' ? reply.type('text/xml').send('<Response/>') : reply.send({ ok: true })
    }
    instance.post('/hooks/:carrier/:lineId', answer)
    instance.post('/hooks/:carrier/:lineId/:messageId', answer)
  })
}

/** The id that an event itself names. */
function referenceOf(event: CarrierEvent): string | undefined {
  return event.kind === 'status' && Id.safeParse(event.reference).success ? event.reference : undefined
}

/**
 * Caches lines by id. While the database is unavailable it returns the last known line; the first lines are loaded at
 * the start. Concurrent webhooks of a line share one lookup, so that none overtakes an earlier one of its sender.
 */
function makeLineMemory(kernel: Kernel, isAway: () => boolean): (id: string) => Promise<Line | undefined> {
  const pending = new Map<string, Promise<Line | undefined>>()
  const cache = new Map<string, { line: Line; untilMs: number }>()
  const system = kernel.database.asSystem('a webhook names a line, which identifies the organization')
  const remember = (line: Line) => {
    if (cache.size >= MOST_LINES) cache.clear()
    cache.set(line.id, { line, untilMs: kernel.world.monotonicMs() + REMEMBER_MS })
  }
  everyLine(system, kernel.encryption)
    .then((lines) => lines.slice(0, MOST_LINES).forEach(remember))
    .catch(() => {})
  const lookUp = async (id: string, cached: { line: Line } | undefined) => {
    try {
      const line = await withTimeout(lineById(system, kernel.encryption, id), cached ? LOOKUP_TIMEOUT_MS : 10_000)
      if (line) remember(line)
      else cache.delete(id)
      return line
    } catch (error) {
      if (!cached) throw error
      return cached.line
    } finally {
      pending.delete(id)
    }
  }
  return async (id) => {
    const before = pending.get(id)
    if (before) return before
    const cached = cache.get(id)
    if (cached && (isAway() || cached.untilMs > kernel.world.monotonicMs())) return cached.line
    const looking = lookUp(id, cached)
    pending.set(id, looking)
    return looking
  }
}
