import { Id } from '@crewline/contract/ids'
import { BODY_MAX_BYTES } from '@crewline/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../../kernel/kernel.ts'
import { voiceHookUrl, type Line } from '../lines/index.ts'
import { CalledLines, LineUnavailable } from './called-lines.ts'
import { callHandler } from './ports.ts'
import { CarrierUnavailable, type CallEvent, type Carrier } from './carrier.ts'
import { carriersOf } from './registry.ts'
import { cleanCarrierValue } from './localized-text.ts'

/** Maximum URL length of a recording, in characters. */
const URL_MAX = 2_000

type CallHookRequest = FastifyRequest<{ Params: { carrier: string; lineId: string } }>

/**
 * Registers the call webhooks of carriers. A request is accepted only when its signature matches the line's secret. A
 * ringing call is answered with its greeting, every other event after its data is committed. Answers 401 for a bad
 * signature, 503 for our own failures, 200 for repeats.
 */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  await app.register(async (instance) => {
    instance.removeAllContentTypeParsers()
    instance.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    const lines = new CalledLines(kernel)
    const answer = (request: CallHookRequest, reply: FastifyReply) =>
      answerVoice(kernel, lines, { request, reply }).catch((error: unknown) => {
        if (!(error instanceof LineUnavailable)) throw error
        kernel.log.error({ err: error }, 'carriers: the line of a call could not be looked up')
        return reply.status(503).send()
      })
    instance.post('/hooks/:carrier/:lineId/voice', answer)
    instance.post('/hooks/:carrier/:lineId/voice/recording', answer)
  })
}

async function answerVoice(
  kernel: Kernel,
  lines: CalledLines,
  { request, reply }: { request: CallHookRequest; reply: FastifyReply },
): Promise<unknown> {
  const { carrier: name, lineId } = request.params
  const line = Id.safeParse(lineId).success ? await lines.find(lineId) : undefined
  const carrier = carriersOf(kernel.config, kernel.world).get(name)
  if (!carrier || line?.carrier !== name || line.state === 'released') return reply.status(404).send()
  let events: CallEvent[] | 'forged'
  const read = (held: Line) =>
    carrier.handleCall(held.credentials, {
      // The signature also covers the query string: the address for recording updates and the caller.
      url: kernel.config.publicUrl + request.url,
      headers: request.headers as Record<string, string | undefined>,
      raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      phone: held.phone,
    })
  try {
    events = await read(line)
    // The credentials may have changed since the line was read.
    const renewed = events === 'forged' ? await lines.renew(lineId) : undefined
    if (renewed) events = await read(renewed)
  } catch (error) {
    if (error instanceof LineUnavailable) throw error
    kernel.log.warn({ err: (error as Error).message, line: lineId }, 'carriers: a signed webhook could not be parsed')
    return reply.status(error instanceof CarrierUnavailable ? 503 : 400).send()
  }
  if (events === 'forged') {
    const count = lines.countRefused(lineId)
    // The sender of forged requests controls their number, so log only counts that are powers of ten.
    if (/^10*$/.test(String(count)))
      kernel.log.warn(
        { line: lineId, carrier: name, count },
        'carriers: webhooks with an invalid signature were refused',
      )
    return reply.status(401).send()
  }
  const current = await lines.read(lineId)
  if (!current || current.state === 'released') return reply.status(404).send()
  const ringing = events.find((event) => event.kind === 'call')
  const greeting = ringing ? await callHandler.get().greet(kernel, current) : null
  for (const event of events) await handleOne(kernel, current, event)
  const { type, body } = answerOf(carrier, kernel, { line: current, ringing, greeting })
  return reply.type(type).send(body)
}

async function handleOne(kernel: Kernel, line: Line, event: CallEvent): Promise<void> {
  const [callId, from] = [cleanCarrierValue(event.callId), cleanCarrierValue(event.from)]
  if (event.kind === 'recording')
    await callHandler.get().recorded(kernel, line, {
      callId,
      from,
      durationSec: event.durationSec,
      url: cleanCarrierValue(event.url, URL_MAX),
    })
  if (event.kind === 'missed') await callHandler.get().missed(kernel, line, { callId, from })
}

function answerOf(
  carrier: Carrier,
  kernel: Kernel,
  {
    line,
    ringing,
    greeting,
  }: { line: Line; ringing: CallEvent | undefined; greeting: Parameters<Carrier['answerCall']>[0] },
) {
  const recordingUrl = `${voiceHookUrl(kernel.config.publicUrl, line)}/recording`
  return carrier.answerCall(greeting, { recordingUrl, from: ringing?.from ?? '', to: ringing?.to ?? '' })
}
