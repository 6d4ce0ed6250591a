import { EventEmitter } from 'node:events'
import { createHandsets } from './handsets.ts'
import { isFinal } from './records.ts'
import type { Carrier, Faults, Handset, LedgerRecord, Line, Recording, Registration, Text } from './records.ts'
import { createSubmissions } from './submissions.ts'
import type { Submissions } from './submissions.ts'

export const usualReceiptDelayMs = 900
const TYPED_IN_MEMORY = 50_000

export type NetworkEvent =
  | { type: 'text'; phone: string; text: Text }
  | { type: 'state'; phone: string; text: Text }
  | { type: 'handset'; phone: string; handset: Handset }
  | { type: 'carrier'; carrier: Carrier }

export type Network = {
  lines: Map<string, Line>
  handsets: Map<string, Handset>
  submissions: Submissions
  /** Messages from contacts, oldest first. */
  typed: Text[]
  recordings: Map<string, Recording>
  registrations: Map<string, Registration>
  carrier: Carrier
  apply: (record: LedgerRecord) => void
  reform: (changes: Partial<Carrier>) => void
  accountOfKey: (key: string) => string | null
  faultsOf: (phone: string) => Faults
  events: EventEmitter<{ event: [NetworkEvent] }>
}

/**
 * Keeps the whole simulated network in memory: every change is a ledger record given to `apply`, so that replaying the
 * ledger rebuilds it. Only the carrier-wide faults are not in the ledger: a restart ends them.
 */
export function createNetwork(): Network {
  const lines = new Map<string, Line>()
  const accountsByKey = new Map<string, string>()
  const handsets = createHandsets()
  const submissions = createSubmissions()
  const typed: Text[] = []
  const recordings = new Map<string, Recording>()
  const registrations = new Map<string, Registration>()
  const carrier = carrierInOrder()
  const events = new EventEmitter<{ event: [NetworkEvent] }>()
  events.setMaxListeners(0)
  const emit = (event: NetworkEvent): void => void events.emit('event', event)

  const enter = (line: Line): void => {
    const former = lines.get(line.number)
    if (former) accountsByKey.delete(former.key)
    lines.set(line.number, line)
    for (const { key, account } of lines.values()) accountsByKey.set(key, account)
  }

  const deliver = (phone: string, text: Text): void => {
    handsets.deliver(phone, text)
    emit({ type: 'text', phone, text })
  }

  const move = ({ phone, id, state, errorCode }: Extract<LedgerRecord, { kind: 'state' }>): void => {
    const handset = handsets.of(phone)
    const text = submissions.find(id) ?? handset.texts.find((candidate) => candidate.id === id)
    if (!text || isFinal(text.state)) return
    text.state = state
    text.errorCode = errorCode
    if (text.direction === 'in' && state === 'delivered') handset.unread += 1
    emit({ type: 'state', phone, text })
  }

  const amend = (record: Extract<LedgerRecord, { kind: 'handset' | 'faults' | 'read' }>): void => {
    const handset = handsets.of(record.phone)
    if (record.kind === 'faults') handset.faults = record.faults
    if (record.kind === 'read') handset.unread = 0
    if (record.kind === 'handset') {
      Object.assign(handset, { name: record.name, about: record.about, language: record.language })
    }
    emit({ type: 'handset', phone: record.phone, handset })
  }

  const attach = ({ phone, id, media }: Extract<LedgerRecord, { kind: 'media' }>): void => {
    const text = submissions.find(id) ?? handsets.of(phone).texts.find((candidate) => candidate.id === id)
    if (text) text.media = media
  }

  const apply = (record: LedgerRecord): void => {
    if (record.kind === 'line') return enter(record.line)
    if (record.kind === 'line-gone') return void lines.delete(record.number)
    if (record.kind === 'state') return move(record)
    if (record.kind === 'media') return attach(record)
    if (record.kind === 'recording') return void recordings.set(record.recording.media.id, record.recording)
    if (record.kind === 'registration') return void registrations.set(record.registration.id, record.registration)
    if (record.kind === 'accepted') {
      submissions.add(record.submission)
      return deliver(record.submission.to, record.submission)
    }
    if (record.kind !== 'typed') return amend(record)
    handsets.of(record.text.from).unread = 0
    typed.push(record.text)
    if (typed.length > TYPED_IN_MEMORY) typed.splice(0, TYPED_IN_MEMORY / 10)
    deliver(record.text.from, record.text)
  }

  return {
    lines,
    handsets: handsets.byPhone,
    submissions,
    typed,
    recordings,
    registrations,
    carrier,
    apply,
    reform: (changes) => {
      Object.assign(carrier, changes)
      emit({ type: 'carrier', carrier })
    },
    accountOfKey: (key) => accountsByKey.get(key) ?? null,
    faultsOf: (phone) => handsets.byPhone.get(phone)?.faults ?? { delivery: 'ok', receipts: 'ok' },
    events,
  }
}

function carrierInOrder(): Carrier {
  return {
    mode: 'ok',
    latencyMs: 0,
    receiptDelayMs: usualReceiptDelayMs,
    retryAfterSeconds: 2,
    outageAfterAccept: false,
    lostCallbacksPct: 0,
    trialAccounts: false,
    doubledCallbacks: false,
    reviews: 'decided',
  }
}
