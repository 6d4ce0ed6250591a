import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { handsetJson, lineJson, textJson } from './answers.ts'
import type { Callbacks } from './callbacks.ts'
import type { Delivery } from './delivery.ts'
import {
  FieldRefused,
  fieldsOf,
  optionalCount,
  optionalFlag,
  optionalText,
  optionalChoice,
  requiredText,
  textField,
} from './fields.ts'
import type { Fields } from './fields.ts'
import { isE164, isLineNumber, isWebAddress } from './intake.ts'
import type { Ledger } from './ledger.ts'
import type { Live } from './live.ts'
import type { Network } from './network.ts'
import { carrierModes, deliveryFaults, dialects, receiptFaults, reviewModes } from './records.ts'
import type { Handset, LedgerRecord, Line } from './records.ts'

const HOUR_MS = 3_600_000

type Parts = {
  network: Network
  ledger: Ledger
  delivery: Delivery
  callbacks: Callbacks
  live: Live
  now: () => number
}
type PhonePath = { Params: { phone: string } }
type SearchPath = { Querystring: Fields }

/** Mounts the controls for people and tests: lines, handsets, faults, live events and the ledger. */
export function mountControl(app: FastifyInstance, parts: Parts): void {
  mountLines(app, parts)
  mountHandsets(app, parts)
  mountCarrier(app, parts)

  app.get<SearchPath>('/control/events', (request, reply) => {
    const phones = phoneList(request.query)
    parts.live.open(reply, phones && new Set(phones))
  })

  app.get<SearchPath>('/control/ledger', async (request, reply) => {
    const since = optionalCount(request.query, 'since', 0, Number.MAX_SAFE_INTEGER) ?? 0
    await parts.ledger.settled()
    void reply.type('application/x-ndjson')
    return Readable.from(acceptedSince(parts.ledger, since))
  })
}

function mountLines(app: FastifyInstance, { network, ledger }: Parts): void {
  app.get('/control/numbers', async () => ({ numbers: [...network.lines.values()].map(lineJson) }))

  app.put<PhonePath>('/control/numbers/:phone', async (request) => {
    const fields = fieldsOf(request.body)
    const line: Line = {
      number: lineNumberOf(request.params.phone),
      dialect: optionalChoice(fields, 'dialect', dialects) ?? 'native',
      account: requiredText(fields, 'account'),
      key: requiredText(fields, 'key'),
      secret: requiredText(fields, 'secret'),
      inboundUrl: requiredText(fields, 'inboundUrl'),
      voiceUrl: optionalText(fields, 'voiceUrl'),
      label: optionalText(fields, 'label'),
    }
    if (optionalFlag(fields, 'isNew')) refuseOthersNumber(network, line)
    if (!isWebAddress(line.inboundUrl)) throw new FieldRefused('inboundUrl', 'inboundUrl must be an http or https URL')
    await keep(network, ledger, { kind: 'line', line })
    return { number: lineJson(line) }
  })

  app.delete<PhonePath>('/control/numbers/:phone', async (request) => {
    await keep(network, ledger, { kind: 'line-gone', number: lineNumberOf(request.params.phone) })
    return {}
  })
}

function mountHandsets(app: FastifyInstance, { network, ledger, delivery }: Parts): void {
  app.get<SearchPath>('/control/handsets', async (request) => {
    const limit = optionalCount(request.query, 'limit', 1, 500) ?? 50
    const phones = phoneList(request.query)
    const search = textField(request.query, 'q').trim().toLowerCase()
    if (phones) {
      const handsets = phones.map((phone) => network.handsets.get(phone)).filter((handset) => handset !== undefined)
      return { handsets: handsets.slice(0, limit).map(handsetJson) }
    }
    return { handsets: liveliest(network, search, limit).map(handsetJson) }
  })

  app.put<PhonePath>('/control/handsets/:phone', async (request) => {
    const record = namingOf(phoneOf(request.params.phone), fieldsOf(request.body))
    network.apply(record)
    ledger.note(record)
    return { handset: handsetJson(handsetOf(network, record.phone)) }
  })

  app.get<PhonePath>('/control/handsets/:phone', async (request) => {
    const handset = handsetOf(network, phoneOf(request.params.phone))
    return { handset: handsetJson(handset), texts: handset.texts.map(textJson) }
  })

  app.patch<PhonePath>('/control/handsets/:phone', async (request) => {
    const { phone, faults: former } = handsetOf(network, phoneOf(request.params.phone))
    const fields = fieldsOf(fieldsOf(request.body).faults)
    const faults = {
      delivery: optionalChoice(fields, 'delivery', deliveryFaults) ?? former.delivery,
      receipts: optionalChoice(fields, 'receipts', receiptFaults) ?? former.receipts,
    }
    await keep(network, ledger, { kind: 'faults', phone, faults })
    if (faults.delivery !== 'no_signal') delivery.signalBack(phone)
    return { handset: handsetJson(handsetOf(network, phone)) }
  })

  app.post<PhonePath>('/control/handsets/:phone/read', async (request) => {
    const { phone, unread } = handsetOf(network, phoneOf(request.params.phone))
    const record: LedgerRecord = { kind: 'read', phone }
    if (unread > 0) {
      network.apply(record)
      ledger.note(record)
    }
    return { handset: handsetJson(handsetOf(network, phone)) }
  })
}

function mountCarrier(app: FastifyInstance, { network, callbacks }: Parts): void {
  app.get('/control/carrier', async () => ({ ...network.carrier, callbacks: callbacks.counts() }))

  app.patch('/control/carrier', async (request) => {
    const fields = fieldsOf(request.body)
    const { carrier } = network
    network.reform({
      mode: optionalChoice(fields, 'mode', carrierModes) ?? carrier.mode,
      latencyMs: optionalCount(fields, 'latencyMs', 0, HOUR_MS) ?? carrier.latencyMs,
      receiptDelayMs: optionalCount(fields, 'receiptDelayMs', 0, HOUR_MS) ?? carrier.receiptDelayMs,
      retryAfterSeconds: optionalCount(fields, 'retryAfterSeconds', 0, 3600) ?? carrier.retryAfterSeconds,
      outageAfterAccept: optionalFlag(fields, 'outageAfterAccept') ?? carrier.outageAfterAccept,
      lostCallbacksPct: optionalCount(fields, 'lostCallbacksPct', 0, 100) ?? carrier.lostCallbacksPct,
      trialAccounts: optionalFlag(fields, 'trialAccounts') ?? carrier.trialAccounts,
      doubledCallbacks: optionalFlag(fields, 'doubledCallbacks') ?? carrier.doubledCallbacks,
      reviews: optionalChoice(fields, 'reviews', reviewModes) ?? carrier.reviews,
    })
    return { ...network.carrier, callbacks: callbacks.counts() }
  })
}

/** Writes a record to the ledger, then applies it. */
export async function keep(network: Network, ledger: Ledger, record: LedgerRecord): Promise<void> {
  await ledger.keep(record)
  network.apply(record)
}

/** Returns the phone in a path; refuses anything but E.164. */
export function phoneOf(value: string): string {
  if (isE164(value)) return value
  throw new FieldRefused('phone', 'A phone number must be in E.164, such as +15550102233')
}

function lineNumberOf(value: string): string {
  if (isLineNumber(value)) return value
  throw new FieldRefused('phone', 'A line is a number in E.164, such as +15550102233, or a short code')
}

/** Checks that a new number is free and that its account is valid: for Twilio and Telnyx, of the right format. */
function refuseOthersNumber(network: Network, line: Line): void {
  const { number, account, key, dialect } = line
  const lines = [...network.lines.values()]
  const isTaken = lines.some(
    (existing) => existing.number === number && (existing.account !== account || existing.dialect !== dialect),
  )
  const isContradicted = lines.some((existing) => existing.account === account && existing.key !== key)
  const isMisshapen =
    (dialect === 'twilio' && !(/^AC[0-9a-f]{32}$/.test(account) && /^[0-9a-f]{32}$/.test(key))) ||
    (dialect === 'telnyx' && !(/^KEY[0-9A-F]{32}$/.test(account) && key.startsWith(`${account}_`)))
  if (isTaken || isContradicted || isMisshapen)
    throw Object.assign(new FieldRefused('account', 'The account or the number is not right'), { statusCode: 409 })
}

function phoneList(query: Fields): string[] | null {
  const phones = optionalText(query, 'phones')
  return phones === null ? null : phones.split(',').map(asPlusNumber)
}

/** In a query string an unescaped plus arrives as a space. */
function asPlusNumber(value: string): string {
  return `+${value.trim().replace(/^\+/, '')}`
}

function handsetOf(network: Network, phone: string): Handset {
  const handset = network.handsets.get(phone)
  if (handset) return handset
  throw Object.assign(new FieldRefused('phone', 'There is no handset with this number'), { statusCode: 404 })
}

function namingOf(phone: string, fields: Fields): Extract<LedgerRecord, { kind: 'handset' }> {
  return {
    kind: 'handset',
    phone,
    name: requiredText(fields, 'name', 200),
    about: optionalText(fields, 'about'),
    language: optionalText(fields, 'language'),
  }
}

function liveliest(network: Network, search: string, limit: number): Handset[] {
  const matches = ({ name, phone, about }: Handset): boolean =>
    search === '' || `${name} ${phone} ${about ?? ''}`.toLowerCase().includes(search)
  const matching = [...network.handsets.values()].filter(matches)
  return matching.sort((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0)).slice(0, limit)
}

async function* acceptedSince(ledger: Ledger, since: number): AsyncGenerator<string> {
  for await (const line of ledger.lines()) {
    if (!line.startsWith('{"kind":"accepted"')) continue
    const record = JSON.parse(line) as Extract<LedgerRecord, { kind: 'accepted' }>
    if (record.submission.n > since) yield `${JSON.stringify(record.submission)}\n`
  }
}
