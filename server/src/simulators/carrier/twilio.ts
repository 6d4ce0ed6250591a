import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldsOf, optionalCount, textField, textList } from './fields.ts'
import { listedTexts } from './inbound.ts'
import type { Fields } from './fields.ts'
import type { Intake, Outcome } from './intake.ts'
import type { Network } from './network.ts'
import type { Submission, Text } from './records.ts'

const VALIDITY_MAX_SECONDS = 36_000
const PAGE_MAX = 1000
/** The version in every path. */
export const VERSION = '2010-04-01'

type AccountPath = { Params: { account: string; sid: string }; Querystring: Fields }

/** Mounts Twilio's Messages resource: https://www.twilio.com/docs/messaging/api/message-resource */
export function mountTwilio(app: FastifyInstance, network: Network, intake: Intake): void {
  const base = `/${VERSION}/Accounts/:account`

  app.post<AccountPath>(`${base}/Messages.json`, async (request, reply) => {
    const { account } = request.params
    if (!isAuthorized(network, request, account)) return refuse(reply, 401, 20003, 'Authenticate')
    const fields = fieldsOf(request.body)
    const outcome = await intake.take({
      dialect: 'twilio',
      account,
      reference: null,
      from: textField(fields, 'From'),
      to: textField(fields, 'To'),
      body: textField(fields, 'Body'),
      mediaUrls: textList(fields, 'MediaUrl'),
      callbackUrl: textField(fields, 'StatusCallback') || null,
      validitySeconds: optionalCount(fields, 'ValidityPeriod', 1, VALIDITY_MAX_SECONDS) ?? null,
    })
    return answer(reply, intake, outcome)
  })

  app.get<AccountPath>(`${base}/Messages/:sid.json`, async (request, reply) => {
    const { account, sid } = request.params
    if (!isAuthorized(network, request, account)) return refuse(reply, 401, 20003, 'Authenticate')
    if (network.carrier.mode === 'outage') return refuse(reply, 503, 20503, 'Service unavailable')
    const submission = network.submissions.find(sid)
    if (submission?.dialect === 'twilio' && submission.account === account) return messageJson(account, submission)
    return refuse(reply, 404, 20404, `The requested resource ${request.url.split('?')[0]} was not found`)
  })

  app.get<AccountPath>(`${base}/Messages.json`, async (request, reply) => {
    const { account } = request.params
    if (!isAuthorized(network, request, account)) return refuse(reply, 401, 20003, 'Authenticate')
    if (network.carrier.mode === 'outage') return refuse(reply, 503, 20503, 'Service unavailable')
    const pageSize = optionalCount(request.query, 'PageSize', 1, PAGE_MAX) ?? 50
    const page = optionalCount(request.query, 'Page', 0, 1_000_000) ?? 0
    const matching = matchingMessages(network, account, request.query)
    return pageJson(account, request.query, { page, pageSize, matching })
  })
}

/** Returns whether a request has the account's SID and token. */
export function isAuthorized(network: Network, request: FastifyRequest, account: string): boolean {
  const encoded = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const [user, token] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return user === account && token !== undefined && network.accountOfKey(token) === account
}

/** Messages from lines and from contacts, newest first. */
function matchingMessages(network: Network, account: string, query: Fields): Text[] {
  const to = textField(query, 'To')
  const from = textField(query, 'From')
  const matchesDate = dateFilter(query)
  const matches = (text: Text): boolean =>
    (to === '' || text.to === to) && (from === '' || text.from === from) && matchesDate(new Date(text.at).toISOString())
  const matching: Text[] = listedTexts(network, account, matches)
  for (const submission of network.submissions.all()) {
    if (submission.account === account && submission.dialect === 'twilio' && matches(submission))
      matching.push(submission)
  }
  // Texts of the same millisecond: the later one first, too.
  return matching.reverse().sort((a, b) => b.at - a.at)
}

/** `DateSent` is a UTC day or a time; `DateSent<` and `DateSent>` include their limit, like Twilio's. */
function dateFilter(query: Fields): (at: string) => boolean {
  const on = textField(query, 'DateSent').slice(0, 10)
  // Compares whole seconds: fractions in our own times make no difference.
  const before = textField(query, 'DateSent<').slice(0, 19)
  const after = textField(query, 'DateSent>').slice(0, 19)
  return (at) =>
    at.startsWith(on) &&
    (before === '' || at.slice(0, before.length) <= before) &&
    (after === '' || at.slice(0, after.length) >= after)
}

function pageJson(
  account: string,
  query: Fields,
  { page, pageSize, matching }: { page: number; pageSize: number; matching: Text[] },
): Record<string, unknown> {
  const start = page * pageSize
  const pageItems = matching.slice(start, start + pageSize)
  const uri = (number: number): string => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) search.set(name, String(value))
    search.set('Page', String(number))
    search.set('PageSize', String(pageSize))
    return `/${VERSION}/Accounts/${account}/Messages.json?${search.toString()}`
  }
  return {
    messages: pageItems.map((text) => messageJson(account, text)),
    page,
    page_size: pageSize,
    start,
    end: start + Math.max(pageItems.length - 1, 0),
    uri: uri(page),
    first_page_uri: uri(0),
    previous_page_uri: page > 0 ? uri(page - 1) : null,
    next_page_uri: matching.length > start + pageSize ? uri(page + 1) : null,
  }
}

function messageJson(account: string, text: Text | Submission): Record<string, unknown> {
  const uri = `/${VERSION}/Accounts/${account}/Messages/${text.id}`
  const created = rfc2822(text.at)
  const isInbound = text.direction === 'out'
  const files = isInbound ? (text.media ?? []).length : ('mediaUrls' in text ? (text.mediaUrls ?? []) : []).length
  return {
    account_sid: account,
    api_version: VERSION,
    body: text.body,
    date_created: created,
    date_sent: text.state === 'accepted' ? null : created,
    date_updated: created,
    direction: isInbound ? 'inbound' : 'outbound-api',
    error_code: text.errorCode,
    error_message: null,
    from: text.from,
    messaging_service_sid: null,
    num_media: String(files),
    num_segments: 'segments' in text ? String(text.segments) : '1',
    price: null,
    price_unit: 'USD',
    sid: text.id,
    status: isInbound ? 'received' : text.state === 'accepted' ? 'queued' : text.state,
    subresource_uris: { media: `${uri}/Media.json` },
    to: text.to,
    uri: `${uri}.json`,
  }
}

function rfc2822(at: number): string {
  return new Date(at).toUTCString().replace('GMT', '+0000')
}

function answer(reply: FastifyReply, intake: Intake, outcome: Outcome): unknown {
  if (outcome.kind === 'accepted')
    return reply.code(201).send(messageJson(outcome.submission.account, outcome.submission))
  if (outcome.kind === 'refused') return refuse(reply, 400, outcome.code, outcome.message)
  if (outcome.kind === 'down') return refuse(reply, 503, 20503, 'Service unavailable')
  if (outcome.kind === 'dropped') return intake.drop(reply)
  if (outcome.kind === 'hanging') return intake.hang(reply)
  void reply.header('retry-after', String(outcome.retryAfterSeconds))
  return refuse(reply, 429, 20429, 'Too Many Requests')
}

/** Sends a refusal in Twilio's dialect. */
export function refuse(reply: FastifyReply, status: number, code: number, message: string): unknown {
  return reply.code(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
}
