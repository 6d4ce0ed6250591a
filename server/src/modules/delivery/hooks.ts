import { BODY_MAX_BYTES } from '@crewline/contract/limits'
import { parsePhone } from '@crewline/contract/phone'
import { Id } from '@crewline/contract/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { groupCommit, type Committer } from '../../kernel/db/group-commit.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { carriersOf, type CarrierEvent } from '../carriers/index.ts'
import { lineById, type Line } from '../lines/index.ts'
import { phonesOf, receive, recordReceipts, type Incoming, type Receipt } from '../messages/index.ts'
import { learnOfPhones } from './outcome.ts'
import { hookUrl } from './rules.ts'
import { systemScope } from './scope.ts'

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

type Ears = (line: Line, event: CarrierEvent, messageId: string | undefined) => Promise<void>

/** One committer per organization and kind: the next batch is what arrived while the last was written. */
function makeEars(kernel: Kernel): Ears {
  const incoming = new Map<string, Committer<Incoming>>()
  const receipts = new Map<string, Committer<Receipt>>()
  const texts = (orgId: string) =>
    remember(incoming, orgId, () =>
      groupCommit<Incoming>(async (batch) => {
        const { scope, name } = await systemScope(kernel, orgId, 'inbound')
        await scope.tx((tx) => receive(tx, name, batch))
      }),
    )
  const statuses = (orgId: string) =>
    remember(receipts, orgId, () =>
      groupCommit<Receipt>(async (batch) => {
        const { scope } = await systemScope(kernel, orgId, 'receipts')
        await scope.tx(async (tx) => {
          const moved = new Set(await recordReceipts(tx, batch))
          await learnOfReceipts(
            tx,
            batch.filter((one) => moved.has(one.messageId)),
          )
        })
      }),
    )
  return async (line, event, messageId) => {
    if (event.kind === 'status') {
      if (messageId === undefined) return
      const eventKey = `${event.carrierId}|${event.state}`
      await statuses(line.orgId).write({
        eventKey,
        lineId: line.id,
        messageId,
        carrierId: event.carrierId,
        state: event.state,
        errorCode: event.errorCode,
      })
      return
    }
    const from = parsePhone(event.from, 'US')?.e164 ?? event.from.slice(0, 20)
    await texts(line.orgId).write({
      eventKey: `${event.carrierId}|in`,
      lineId: line.id,
      linePhone: line.phone,
      from,
      body: event.body.replaceAll('\0', '').toWellFormed(),
    })
  }
}

async function learnOfReceipts(tx: Parameters<typeof learnOfPhones>[0], receipts: Receipt[]): Promise<void> {
  const told = receipts.filter((one) => one.errorCode !== null)
  if (told.length === 0) return
  const phones = await phonesOf(
    tx.db,
    told.map((one) => one.messageId),
  )
  await learnOfPhones(
    tx,
    told.flatMap((one) => {
      const phone = phones.get(one.messageId)
      return phone && one.errorCode ? [{ phone, code: one.errorCode }] : []
    }),
  )
}

function remember<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const found = known.get(key)
  if (found) return found
  const made = make()
  known.set(key, made)
  return made
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
