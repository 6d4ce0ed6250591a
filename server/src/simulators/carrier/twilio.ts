import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldsOf, optionalCount, textField } from './fields.ts'
import type { Fields } from './fields.ts'
import type { Intake, Outcome } from './intake.ts'
import type { Network } from './network.ts'
import type { Submission } from './records.ts'

const VALIDITY_MAX_SECONDS = 36_000
const PAGE_MAX = 1000
const VERSION = '2010-04-01'

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
    if (submission?.dialect === 'twilio' && submission.account === account) return messageJson(submission)
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

function isAuthorized(network: Network, request: FastifyRequest, account: string): boolean {
  const encoded = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const [user, token] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return user === account && token !== undefined && network.accountOfKey(token) === account
}

function matchingMessages(network: Network, account: string, query: Fields): Submission[] {
  const to = textField(query, 'To')
  const from = textField(query, 'From')
  const isWanted = dateFilter(query)
  const matching: Submission[] = []
  for (const submission of network.submissions.all()) {
    if (submission.account !== account || submission.dialect !== 'twilio') continue
    if (to !== '' && submission.to !== to) continue
    if (from !== '' && submission.from !== from) continue
    if (isWanted(new Date(submission.at).toISOString())) matching.push(submission)
  }
  return matching.reverse()
}

/** `DateSent` is a UTC day or an instant; `DateSent<` and `DateSent>` include their limit, as Twilio's do. */
function dateFilter(query: Fields): (at: string) => boolean {
  const on = textField(query, 'DateSent').slice(0, 10)
  const before = textField(query, 'DateSent<')
  const after = textField(query, 'DateSent>')
  return (at) =>
    at.startsWith(on) &&
    (before === '' || at.slice(0, before.length) <= before) &&
    (after === '' || at.slice(0, after.length) >= after)
}

function pageJson(
  account: string,
  query: Fields,
  { page, pageSize, matching }: { page: number; pageSize: number; matching: Submission[] },
): Record<string, unknown> {
  const start = page * pageSize
  const shown = matching.slice(start, start + pageSize)
  const uri = (number: number): string => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) search.set(name, String(value))
    search.set('Page', String(number))
    search.set('PageSize', String(pageSize))
    return `/${VERSION}/Accounts/${account}/Messages.json?${search.toString()}`
  }
  return {
    messages: shown.map(messageJson),
    page,
    page_size: pageSize,
    start,
    end: start + Math.max(shown.length - 1, 0),
    uri: uri(page),
    first_page_uri: uri(0),
    previous_page_uri: page > 0 ? uri(page - 1) : null,
    next_page_uri: matching.length > start + pageSize ? uri(page + 1) : null,
  }
}

function messageJson(submission: Submission): Record<string, unknown> {
  const uri = `/${VERSION}/Accounts/${submission.account}/Messages/${submission.id}`
  const created = rfc2822(submission.at)
  return {
    account_sid: submission.account,
    api_version: VERSION,
    body: submission.body,
    date_created: created,
    date_sent: submission.state === 'accepted' ? null : created,
    date_updated: created,
    direction: 'outbound-api',
    error_code: submission.errorCode,
    error_message: null,
    from: submission.from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: String(submission.segments),
    price: null,
    price_unit: 'USD',
    sid: submission.id,
    status: submission.state === 'accepted' ? 'queued' : submission.state,
    subresource_uris: { media: `${uri}/Media.json` },
    to: submission.to,
    uri: `${uri}.json`,
  }
}

function rfc2822(at: number): string {
  return new Date(at).toUTCString().replace('GMT', '+0000')
}

function answer(reply: FastifyReply, intake: Intake, outcome: Outcome): unknown {
  if (outcome.kind === 'accepted') return reply.code(201).send(messageJson(outcome.submission))
  if (outcome.kind === 'refused') return refuse(reply, 400, outcome.code, outcome.message)
  if (outcome.kind === 'down') return refuse(reply, 503, 20503, 'Service unavailable')
  if (outcome.kind === 'dropped') return intake.drop(reply)
  if (outcome.kind === 'hanging') return intake.hang(reply)
  void reply.header('retry-after', String(outcome.retryAfterSeconds))
  return refuse(reply, 429, 20429, 'Too Many Requests')
}

function refuse(reply: FastifyReply, status: number, code: number, message: string): unknown {
  return reply.code(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
}
