import type { CarrierEvent, CarrierSettings, HandsetInfo, LineInfo, PhoneText } from './carrier.ts'

/** `isFresh` is set for a message that arrived while the page was open: only such messages are animated. */
export interface DisplayedText extends PhoneText {
  isFresh?: boolean
}

export interface DisplayedPhone {
  handset: HandsetInfo
  texts: DisplayedText[]
  /** Counts the messages that arrived while the page was open; the handset shakes when it grows. */
  arrivals: number
}

export interface PhonesState {
  phones: Record<string, DisplayedPhone>
  carrier: CarrierSettings | null
  lines: LineInfo[]
}

export type PhonesChange =
  | { type: 'loaded'; phone: string; handset: HandsetInfo; texts: PhoneText[] }
  | { type: 'lines'; lines: LineInfo[] }
  | CarrierEvent

export const noPhones: PhonesState = { phones: {}, carrier: null, lines: [] }

/** Returns the state after a change; ignores events of phones that are not loaded. */
export function change(state: PhonesState, made: PhonesChange): PhonesState {
  if (made.type === 'carrier') return { ...state, carrier: made.carrier }
  if (made.type === 'lines') return { ...state, lines: made.lines }
  if (made.type === 'typing') return state
  const current = state.phones[made.phone]
  if (made.type === 'loaded') {
    const { handset, texts } = made
    return withPhone(state, { handset, texts: keepFresh(texts, current), arrivals: current?.arrivals ?? 0 })
  }
  if (!current) return state
  if (made.type === 'handset') return withPhone(state, { ...current, handset: made.handset })
  return withPhone(state, withText(current, made.text))
}

/** Returns a handset without faults or messages. */
export function blankHandset(phone: string): HandsetInfo {
  const faults = { delivery: 'ok', receipts: 'ok' } as const
  return { phone, name: phone, about: null, language: null, faults, lastAt: null, unread: 0, texts: [] }
}

function withPhone(state: PhonesState, phone: DisplayedPhone): PhonesState {
  return { ...state, phones: { ...state.phones, [phone.handset.phone]: phone } }
}

function keepFresh(texts: PhoneText[], current: DisplayedPhone | undefined): DisplayedText[] {
  const freshIds = new Set(current?.texts.filter((text) => text.isFresh).map((text) => text.id))
  return texts.map((text) => (freshIds.has(text.id) ? { ...text, isFresh: true } : text))
}

function withText(phone: DisplayedPhone, text: PhoneText): DisplayedPhone {
  const at = phone.texts.findIndex((existingText) => existingText.id === text.id)
  const former = at < 0 ? undefined : phone.texts[at]
  // The response to a typed message may come after the event that reports its delivery.
  if (former && isSettled(former) && !isSettled(text)) return phone
  const hasArrived = text.direction === 'in' && text.state === 'delivered' && former?.state !== 'delivered'
  const updated: DisplayedText = { ...text, isFresh: former === undefined || hasArrived || former.isFresh === true }
  const texts = at < 0 ? [...phone.texts, updated] : phone.texts.with(at, updated)
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
