import { Id } from '@crewline/contract/ids'
import { BODY_MAX_BYTES } from '@crewline/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../../kernel/kernel.ts'
import { lineById, voiceHookUrl, type Line } from '../lines/index.ts'
import { callEars } from './calls.ts'
import { CarrierSilent, type CallEvent, type Carrier } from './carrier.ts'
import { carriersOf } from './registry.ts'
import { keptWord } from './words.ts'

/** Longest address of a recording, in characters. */
const URL_MAX = 2_000

type Asked = FastifyRequest<{ Params: { carrier: string; lineId: string } }>

/**
 * Carriers call here about phone calls. A call is believed only when its signature fits the line's secret; a ringing one is
 * answered with what its caller hears, everything else once what it says is committed. Bad signature 401, our own trouble
 * 503, repeats 200.
 */
export async function hooks(app: FastifyInstance, kernel: Kernel): Promise<void> {
  await app.register(async (door) => {
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    const answer = (request: Asked, reply: FastifyReply) => answerVoice(kernel, request, reply)
    door.post('/hooks/:carrier/:lineId/voice', answer)
    door.post('/hooks/:carrier/:lineId/voice/recording', answer)
  })
}

async function answerVoice(kernel: Kernel, request: Asked, reply: FastifyReply): Promise<unknown> {
  const { carrier: name, lineId } = request.params
  const system = kernel.database.asSystem('a call names a line; the line says whose it is')
  const line = Id.safeParse(lineId).success ? await lineById(system, kernel.seal, lineId) : undefined
  const carrier = carriersOf(kernel.config, kernel.world).get(name)
  if (!carrier || line?.carrier !== name || line.state === 'released') return reply.status(404).send()
  let events: CallEvent[] | 'forged'
  try {
    events = await carrier.hearCall(line.credentials, {
      // Everything after the line is signed too: where news of a recording goes, who called.
      url: kernel.config.publicUrl + request.url,
      headers: request.headers as Record<string, string | undefined>,
      raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    })
  } catch (error) {
    kernel.log.warn({ err: (error as Error).message, line: lineId }, 'a signed call could not be understood')
    return reply.status(error instanceof CarrierSilent ? 503 : 400).send()
  }
  if (events === 'forged') {
    kernel.log.warn({ line: lineId, carrier: name }, 'a call with a wrong signature was refused')
    return reply.status(401).send()
  }
  const ringing = events.find((event) => event.kind === 'call')
  const greeting = ringing ? await callEars.get().greet(kernel, line) : null
  for (const event of events) await hearOne(kernel, line, event)
  const { type, body } = answerOf(carrier, kernel, { line, ringing, greeting })
  return reply.type(type).send(body)
}

async function hearOne(kernel: Kernel, line: Line, event: CallEvent): Promise<void> {
  const [callId, from] = [keptWord(event.callId), keptWord(event.from)]
  if (event.kind === 'recording')
    await callEars.get().recorded(kernel, line, {
      ...{ callId, from, durationSec: event.durationSec },
      url: keptWord(event.url, URL_MAX),
    })
  if (event.kind === 'missed') await callEars.get().missed(kernel, line, { callId, from })
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
