import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldsOf, optionalCount, textField, textList, type Fields } from './fields.ts'
import { listedTexts, ownerOfMedia } from './inbound.ts'
import type { Intake, Outcome } from './intake.ts'
import type { Shelf } from './media.ts'
import type { Network } from './network.ts'
import type { Submission, Text } from './records.ts'
import { telnyxErrors, telnyxInbound, telnyxOutbound } from './telnyx-payloads.ts'

/** The version in every path. */
export const V2 = '/v2'
const PAGE_MAX = 50

type Path = { Params: { id: string }; Querystring: Fields }

/** Mounts Telnyx's messages, their detail records and files: https://developers.telnyx.com/api-reference/messages */
export function mountTelnyx(
  app: FastifyInstance,
  network: Network,
  { intake, shelf }: { intake: Intake; shelf: Shelf },
): void {
  app.post(`${V2}/messages`, async (request, reply) => {
    const account = telnyxAccount(network, request)
    if (account === null) return unknownKey(reply)
    const fields = fieldsOf(request.body)
    const outcome = await intake.take({
      dialect: 'telnyx',
      account,
      reference: null,
      from: textField(fields, 'from'),
      to: textField(fields, 'to'),
      body: textField(fields, 'text'),
      mediaUrls: textList(fields, 'media_urls'),
      callbackUrl: textField(fields, 'webhook_url') || null,
      validitySeconds: null,
    })
    return answer(reply, intake, outcome)
  })

  app.get<Path>(`${V2}/messages/:id`, async (request, reply) => {
    const account = telnyxAccount(network, request)
    if (account === null) return unknownKey(reply)
    if (network.carrier.mode === 'outage') return unavailable(reply)
    const { id } = request.params
    const submission = network.submissions.find(id)
    if (submission && isOf(submission, account)) return { data: telnyxOutbound(submission) }
    const [typed] = listedTexts(network, account, (text) => text.id === id)
    return typed ? { data: telnyxInbound(typed) } : refuseTelnyx(reply, 404, '10005', 'Resource not found')
  })

  app.get<Path>(`${V2}/detail_records`, async (request, reply) => {
    const account = telnyxAccount(network, request)
    if (account === null) return unknownKey(reply)
    if (network.carrier.mode === 'outage') return unavailable(reply)
    const records = detailRecords(network, account, request.query)
    return telnyxPage(request.query, records)
  })

  // Links to files carry their own authorization: whoever has one can open it.
  app.get<Path>('/media.telnyx.com/:id', async (request, reply) => {
    const owner = ownerOfMedia(network, request.params.id)
    const bytes = owner ? await shelf.read(request.params.id) : null
    return owner && bytes ? reply.type(owner.mime).send(bytes) : reply.code(404).send()
  })
}

/** Returns the account of the request's key, or null. */
export function telnyxAccount(network: Network, request: FastifyRequest): string | null {
  return network.accountOfKey(telnyxKey(request))
}

/** Returns the key of a request; empty without one. */
export function telnyxKey(request: FastifyRequest): string {
  return /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

/** Sends one page of a list with its numbers: https://developers.telnyx.com/development/api-fundamentals/pagination */
export function telnyxPage(query: Fields, list: Record<string, unknown>[]): Record<string, unknown> {
  const number = optionalCount(query, 'page[number]', 1, 1_000_000) ?? 1
  const size = optionalCount(query, 'page[size]', 1, PAGE_MAX) ?? 20
  const total = list.length
  const meta = { page_number: number, page_size: size, total_pages: Math.ceil(total / size), total_results: total }
  return { data: list.slice((number - 1) * size, number * size), meta }
}

/** Sends a refusal in Telnyx's form: https://developers.telnyx.com/development/api-fundamentals/api-errors */
export function refuseTelnyx(reply: FastifyReply, status: number, code: string, title: string): unknown {
  return reply.code(status).send({ errors: [{ code, title, detail: title }] })
}

/** Answers a request with an unknown key. */
export function unknownKey(reply: FastifyReply): unknown {
  return refuseTelnyx(reply, 401, '10009', 'Authentication failed')
}

/** Answers during an outage. */
export function unavailable(reply: FastifyReply): unknown {
  return refuseTelnyx(reply, 503, '10007', 'Unexpected error')
}

const isOf = (text: Submission, account: string) => text.dialect === 'telnyx' && text.account === account

/** Lists messages without their words, oldest first: https://developers.telnyx.com/api/detail-records */
function detailRecords(network: Network, account: string, query: Fields): Record<string, unknown>[] {
  const filter = (name: string) => textField(query, `filter[${name}]`)
  const [direction, cli, cld] = [filter('direction'), filter('cli'), filter('cld')]
  const since = Date.parse(filter('created_at][gte')) || 0
  const until = Date.parse(filter('created_at][lt')) || Number.MAX_SAFE_INTEGER
  const matches = (text: Text) =>
    text.at >= since && text.at < until && (cli === '' || text.from === cli) && (cld === '' || text.to === cld)
  const inbound = direction === 'outbound' ? [] : listedTexts(network, account, matches)
  const outbound =
    direction === 'inbound' ? [] : [...network.submissions.all()].filter((text) => isOf(text, account) && matches(text))
  return [...inbound, ...outbound].sort((a, b) => a.at - b.at).map(recordOf)
}

function recordOf(text: Text | Submission): Record<string, unknown> {
  const isOutbound = 'callbackUrl' in text
  return {
    record_type: 'message_detail_record',
    uuid: text.id,
    direction: isOutbound ? 'outbound' : 'inbound',
    cli: text.from,
    cld: text.to,
    created_at: new Date(text.at).toISOString(),
    status: isOutbound ? recordStatus(text) : 'received',
    errors: telnyxErrors(text.errorCode).map(({ code }) => code),
    delivery_status_webhook_url: isOutbound ? text.callbackUrl : null,
  }
}

function recordStatus({ state }: Text): string {
  if (state === 'delivered') return 'delivered'
  return state === 'undelivered' || state === 'failed' ? 'failed' : 'dlr_unconfirmed'
}

function answer(reply: FastifyReply, intake: Intake, outcome: Outcome): unknown {
  if (outcome.kind === 'accepted') return { data: telnyxOutbound(outcome.submission) }
  if (outcome.kind === 'refused')
    return reply.code(outcome.code === 21_610 ? 403 : 422).send({ errors: telnyxErrors(outcome.code, outcome.message) })
  if (outcome.kind === 'down') return unavailable(reply)
  if (outcome.kind === 'dropped') return intake.drop(reply)
  if (outcome.kind === 'hanging') return intake.hang(reply)
  void reply.header('retry-after', String(outcome.retryAfterSeconds))
  return refuseTelnyx(reply, 429, '10011', 'Too many requests')
}
