import { BODY_MAX_BYTES } from '@crewline/contract/limits'
import { Id } from '@crewline/contract/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../../kernel/kernel.ts'
import { carriersOf, type CarrierEvent } from '../carriers/index.ts'
import { everyLine, lineById, type Line } from '../lines/index.ts'
import { adoptDead } from './dead-files.ts'
import { makeEars } from './ears.ts'
import { makeDurable, within } from './replay.ts'
import { hookUrl } from './rules.ts'

/** How long a line is remembered between webhooks, in ms. */
const REMEMBER_MS = 60_000
/** Most lines that are remembered. */
const MOST_LINES = 10_000
/** A line that is not looked up within this time is taken as it was last known, in ms. */
const LOOK_UP_MS = 800

/**
 * Carriers call here. A call is believed only when its signature fits the line's secret, and answered only when what it
 * says is committed, or safe on the disk while the database is away. Bad signature 401, our own trouble 503, repeats 200.
 */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const ears = makeDurable(kernel, makeEars(kernel))
  const lines = makeLineMemory(kernel, () => ears.isAway())
  const refused = new Map<string, number>()
  app.addHook('onClose', () => ears.stop())
  const adopted = adoptDead(kernel).catch((error: unknown) =>
    kernel.log.warn({ err: (error as Error).message }, 'what is set aside on the disk stays there for now'),
  )
  app.addHook('onClose', () => adopted.then(() => {}))
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
        const count = (refused.get(lineId) ?? 0) + 1
        refused.set(lineId, count)
        // Who forges calls decides how many: the log grows with their digits only.
        if (/^10*$/.test(String(count)))
          kernel.log.warn({ line: lineId, carrier: name, count }, 'calls with a wrong signature were refused')
        return reply.status(401).send()
      }
      try {
        await Promise.all(events.map((event) => ears.hear(line, event, messageId)))
      } catch (error) {
        kernel.log.error({ err: (error as Error).message, line: lineId }, 'an event could not be kept')
        return reply.status(503).send()
      }
      return name === 'twilio' ? reply.type('text/xml').send('<Response/>') : reply.send({ ok: true })
    }
    door.post('/hooks/:carrier/:lineId', answer)
    door.post('/hooks/:carrier/:lineId/:messageId', answer)
  })
}

/**
 * Lines by id. While the database is away, as they were last known; the first lines are known from the start. Calls that
 * come while a line is looked up wait for the same answer, so that none overtakes what its sender told before.
 */
function makeLineMemory(kernel: Kernel, isAway: () => boolean): (id: string) => Promise<Line | undefined> {
  const asked = new Map<string, Promise<Line | undefined>>()
  const known = new Map<string, { line: Line; untilMs: number }>()
  const system = kernel.database.asSystem('a webhook names a line; the line says whose it is')
  const remember = (line: Line) => {
    if (known.size >= MOST_LINES) known.clear()
    known.set(line.id, { line, untilMs: kernel.world.monotonicMs() + REMEMBER_MS })
  }
  everyLine(system, kernel.seal)
    .then((lines) => lines.slice(0, MOST_LINES).forEach(remember))
    .catch(() => {})
  const lookUp = async (id: string, found: { line: Line } | undefined) => {
    try {
      const line = await within(lineById(system, kernel.seal, id), found ? LOOK_UP_MS : 10_000)
      if (line) remember(line)
      else known.delete(id)
      return line
    } catch (error) {
      if (!found) throw error
      return found.line
    } finally {
      asked.delete(id)
    }
  }
  return async (id) => {
    const before = asked.get(id)
    if (before) return before
    const found = known.get(id)
    if (found && (isAway() || found.untilMs > kernel.world.monotonicMs())) return found.line
    const looking = lookUp(id, found)
    asked.set(id, looking)
    return looking
  }
}
