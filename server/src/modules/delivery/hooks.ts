import { BODY_MAX_BYTES } from '@crewline/contract/limits'
import { Id } from '@crewline/contract/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../../kernel/kernel.ts'
import { carriersOf, type CarrierEvent } from '../carriers/index.ts'
import { lineById, type Line } from '../lines/index.ts'
import { makeEars } from './ears.ts'
import { hookUrl } from './rules.ts'

/** How long a line is remembered between webhooks, in ms. */
const REMEMBER_MS = 60_000

/**
 * Carriers call here. A call is believed only when its signature fits the line's secret, and answered only when what it
 * says is committed. Bad signature 401, our own trouble 503, repeats 200.
 */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const ears = makeEars(kernel)
  const lines = makeLineMemory(kernel)
  await app.register(async (door) => {
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const {
        carrier: name,
        lineId,
        messageId,
      } = request.params as { carrier: string; lineId: string; messageId?: string }
      const carrier = carriersOf(kernel.config, kernel.world).get(name)
      const line = Id.safeParse(lineId).success ? await lines(lineId) : undefined
      if (!carrier || !line || line.carrier !== name || (messageId !== undefined && !Id.safeParse(messageId).success))
        return reply.status(404).send()
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const url = hookUrl(kernel.config.publicUrl, name, lineId, messageId)
      let events: CarrierEvent[] | 'forged'
      try {
        events = carrier.hear(line.credentials, {
          url,
          headers: request.headers as Record<string, string | undefined>,
          raw,
        })
      } catch (error) {
        kernel.log.warn({ err: (error as Error).message, line: lineId }, 'a signed call could not be understood')
        return reply.status(400).send()
      }
      if (events === 'forged') {
        kernel.log.warn({ line: lineId, carrier: name }, 'a call with a wrong signature was refused')
        return reply.status(401).send()
      }
      await Promise.all(events.map((event) => ears(line, event, messageId)))
      return name === 'twilio' ? reply.type('text/xml').send('<Response/>') : reply.send({ ok: true })
    }
    door.post('/hooks/:carrier/:lineId', answer)
    door.post('/hooks/:carrier/:lineId/:messageId', answer)
  })
}

function makeLineMemory(kernel: Kernel): (id: string) => Promise<Line | undefined> {
  const known = new Map<string, { line: Line; untilMs: number }>()
  const system = kernel.database.asSystem('a webhook names a line; the line says whose it is')
  return async (id) => {
    const now = kernel.world.monotonicMs()
    const found = known.get(id)
    if (found && found.untilMs > now) return found.line
    const line = await lineById(system, kernel.seal, id)
    if (known.size > 10_000) known.clear()
    if (line) known.set(id, { line, untilMs: now + REMEMBER_MS })
    return line
  }
}
