import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { textJson } from './answers.ts'
import type { Calls } from './calls.ts'
import { keep, phoneOf } from './control.ts'
import type { Delivery } from './delivery.ts'
import { FieldRefused, fieldsOf, optionalCount, optionalText, requiredText, textField } from './fields.ts'
import type { Fields } from './fields.ts'
import { isLineNumber, newTextId } from './intake.ts'
import type { Ledger } from './ledger.ts'
import type { Live } from './live.ts'
import type { Shelf } from './media.ts'
import type { Network } from './network.ts'
import type { Dialect, Handset, Media, Text } from './records.ts'

const BODY_MAX = 1600
const FILES_MAX = 10
/** Ten megabytes grow by a third as base64. */
const UPLOAD_LIMIT = 16 * 1024 * 1024

type Parts = {
  network: Network
  ledger: Ledger
  delivery: Delivery
  live: Live
  shelf: Shelf
  now: () => number
}
type PhonePath = { Params: { phone: string } }
type CallPath = { Params: { phone: string; call: string } }

/** Mounts the actions of a handset's user: messages with or without files, and typing. */
export function mountTyping(app: FastifyInstance, { network, ledger, delivery, live, shelf, now }: Parts): void {
  app.post<PhonePath>('/control/handsets/:phone/texts', { bodyLimit: UPLOAD_LIMIT }, async (request, reply) => {
    const phone = phoneOf(request.params.phone)
    const fields = fieldsOf(request.body)
    const body = textField(fields, 'body')
    const files = filesOf(fields)
    if ((body.trim() === '' && files.length === 0) || body.length > BODY_MAX) {
      throw new FieldRefused('body', `body is required, at most ${BODY_MAX} characters`)
    }
    const to = lineToReach(network, phone, fields)
    const dialect = network.lines.get(to)?.dialect ?? 'native'
    const media = await keepFiles(shelf, files, dialect)
    const at = now()
    const text: Text = {
      id: newTextId(dialect, media.length > 0),
      direction: 'out' as const,
      from: phone,
      to,
      body,
      at,
      state: 'sending' as const,
      errorCode: null,
      ...(media.length > 0 ? { media } : {}),
    }
    await keep(network, ledger, { kind: 'typed', text })
    delivery.deliverTyped(text)
    return reply.code(201).send({ text: textJson(text) })
  })

  app.post<PhonePath>('/control/handsets/:phone/typing', async (request, reply) => {
    live.sendTyping(phoneOf(request.params.phone))
    return reply.code(204).send()
  })
}

/**
 * Mounts phone calls: `POST …/calls` rings, `POST …/calls/:call/message` leaves a voicemail and hangs up, `…/hang-up`
 * only hangs up.
 */
export function mountCalls(app: FastifyInstance, calls: Calls): void {
  app.post<PhonePath>('/control/handsets/:phone/calls', async (request, reply) => {
    const to = requiredText(fieldsOf(request.body), 'to')
    return reply.code(201).send({ call: await calls.wakeUp(phoneOf(request.params.phone), to) })
  })

  const message = async (request: FastifyRequest<CallPath>, reply: FastifyReply) => {
    const fields = fieldsOf(request.body)
    const seconds = optionalCount(fields, 'seconds', 1, 600) ?? 5
    const [sound] = filesOf(fields)
    await calls.leaveMessage(callOf(request), sound ?? { seconds })
    return reply.code(204).send()
  }
  app.post<CallPath>('/control/handsets/:phone/calls/:call/message', { bodyLimit: UPLOAD_LIMIT }, message)

  app.post<CallPath>('/control/handsets/:phone/calls/:call/hang-up', async (request, reply) => {
    calls.hangUp(callOf(request))
    return reply.code(204).send()
  })
}

/** Mounts the files of messages for the handset pages. */
export function mountMedia(app: FastifyInstance, shelf: Shelf): void {
  app.get<{ Params: { id: string }; Querystring: Fields }>('/control/media/:id', async (request, reply) => {
    const bytes = await shelf.read(request.params.id)
    if (!bytes) return reply.code(404).send({ code: 404, message: 'There is no such file' })
    // Uploaded content is shown as an image or audio and never executed.
    void reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
    return reply.type(mimeFor(textField(request.query, 'type'))).send(bytes)
  })
}

function callOf(request: FastifyRequest<CallPath>): { phone: string; id: string } {
  return { phone: phoneOf(request.params.phone), id: request.params.call }
}

function mimeFor(requested: string): string {
  return /^(image|audio|video)\/[a-z0-9.+-]+$/.test(requested) ? requested : 'application/octet-stream'
}

type File = { mime: string; bytes: Buffer }

function filesOf(fields: Fields): File[] {
  const files = fields.files ?? []
  if (!Array.isArray(files) || files.length > FILES_MAX)
    throw new FieldRefused('files', `files must be a list of at most ${FILES_MAX}`)
  return files.map((item: unknown) => {
    const file = fieldsOf(item)
    const bytes = Buffer.from(textField(file, 'data'), 'base64')
    if (bytes.length === 0) throw new FieldRefused('files', 'data is the content of a file as base64')
    return { mime: requiredText(file, 'mime', 100), bytes }
  })
}

function keepFiles(shelf: Shelf, files: File[], dialect: Dialect): Promise<Media[]> {
  return Promise.all(files.map(({ bytes, mime }) => shelf.put(bytes, mime, { dialect, kind: 'media' })))
}

function lineToReach(network: Network, phone: string, fields: Fields): string {
  const to = optionalText(fields, 'to') ?? lastTexter(network.handsets.get(phone))
  if (to !== null && isLineNumber(to)) return to
  throw new FieldRefused('to', 'No line has texted this phone yet: say which in to')
}

function lastTexter(handset: Handset | undefined): string | null {
  return handset?.texts.findLast((text) => text.direction === 'in')?.from ?? null
}
