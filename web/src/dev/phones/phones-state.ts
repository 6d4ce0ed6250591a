import type { CarrierEvent, CarrierFacts, HandsetFacts, LineFacts, PhoneText } from './carrier.ts'

/** `isFresh` is set for a text that came while the page was open: only such texts animate in. */
export interface ShownText extends PhoneText {
  isFresh?: boolean
}

export interface ShownPhone {
  handset: HandsetFacts
  texts: ShownText[]
  /** Counts texts that arrived while the page was open; the handset moves when it grows. */
  arrivals: number
}

export interface PhonesState {
  phones: Record<string, ShownPhone>
  carrier: CarrierFacts | null
  lines: LineFacts[]
}

export type PhonesChange =
  | { type: 'loaded'; phone: string; handset: HandsetFacts; texts: PhoneText[] }
  | { type: 'lines'; lines: LineFacts[] }
  | CarrierEvent

export const noPhones: PhonesState = { phones: {}, carrier: null, lines: [] }

/** The state after a change; events of phones that are not loaded change nothing. */
export function change(state: PhonesState, made: PhonesChange): PhonesState {
  if (made.type === 'carrier') return { ...state, carrier: made.carrier }
  if (made.type === 'lines') return { ...state, lines: made.lines }
  if (made.type === 'typing') return state
  const known = state.phones[made.phone]
  if (made.type === 'loaded') {
    const { handset, texts } = made
    return withPhone(state, { handset, texts: keepFresh(texts, known), arrivals: known?.arrivals ?? 0 })
  }
  if (!known) return state
  if (made.type === 'handset') return withPhone(state, { ...known, handset: made.handset })
  return withPhone(state, withText(known, made.text))
}

/** A handset that works and has no texts. */
export function blankHandset(phone: string): HandsetFacts {
  const faults = { delivery: 'ok', receipts: 'ok' } as const
  return { phone, name: phone, about: null, language: null, faults, lastAt: null, unread: 0, texts: [] }
}

function withPhone(state: PhonesState, phone: ShownPhone): PhonesState {
  return { ...state, phones: { ...state.phones, [phone.handset.phone]: phone } }
}

function keepFresh(texts: PhoneText[], known: ShownPhone | undefined): ShownText[] {
  const fresh = new Set(known?.texts.filter((text) => text.isFresh).map((text) => text.id))
  return texts.map((text) => (fresh.has(text.id) ? { ...text, isFresh: true } : text))
}

function withText(phone: ShownPhone, text: PhoneText): ShownPhone {
  const at = phone.texts.findIndex((one) => one.id === text.id)
  const former = at < 0 ? undefined : phone.texts[at]
  // The answer to a typed text may come after the event that says it was delivered.
  if (former && isSettled(former) && !isSettled(text)) return phone
  const hasArrived = text.direction === 'in' && text.state === 'delivered' && former?.state !== 'delivered'
  const shown: ShownText = { ...text, isFresh: former === undefined || hasArrived || former.isFresh === true }
  const texts = at < 0 ? [...phone.texts, shown] : phone.texts.with(at, shown)
  const unread = text.direction === 'out' && !former ? 0 : phone.handset.unread + (hasArrived ? 1 : 0)
  return {
    texts,
    handset: { ...phone.handset, unread, lastAt: text.at },
    arrivals: phone.arrivals + (hasArrived ? 1 : 0),
  }
}

function isSettled({ state }: PhoneText): boolean {
  return state === 'delivered' || state === 'undelivered' || state === 'failed'
}
