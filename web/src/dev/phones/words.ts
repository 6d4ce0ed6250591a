import type { CarrierFacts, CarrierMode, DeliveryFault, ReceiptFault } from './carrier.ts'

export interface Choice<Value extends string> {
  value: Value
  label: string
  /** What a person will see happen. */
  means: string
}

export const deliveryChoices: Choice<DeliveryFault>[] = [
  { value: 'ok', label: 'Works', means: 'Texts arrive within a second.' },
  { value: 'slow', label: 'Slow', means: 'Texts take 20 seconds.' },
  { value: 'no_signal', label: 'No signal', means: 'Texts wait, and fail after 15 seconds.' },
  { value: 'filtered', label: 'Filtered', means: 'Taken by the carrier, then blocked (30007).' },
  { value: 'opted_out', label: 'Blocked', means: 'Refused as opted out (21610).' },
  { value: 'no_mms', label: 'No pictures', means: 'Texts arrive, files do not (30011).' },
  { value: 'landline', label: 'Landline', means: 'Refused, it can’t get texts (21614).' },
  { value: 'not_in_use', label: 'Not in use', means: 'Refused, the number is unknown (21211).' },
]

export const receiptChoices: Choice<ReceiptFault>[] = [
  { value: 'ok', label: 'In order', means: 'Sent, then delivered.' },
  { value: 'doubled', label: 'Doubled', means: 'Each receipt comes twice.' },
  { value: 'shuffled', label: 'Shuffled', means: 'Delivered comes before sent.' },
  { value: 'lost', label: 'Lost', means: 'No receipt comes at all.' },
]

export const carrierChoices: Choice<CarrierMode>[] = [
  { value: 'ok', label: 'Works', means: 'Texts are accepted.' },
  { value: 'outage', label: 'Outage', means: 'Every text is refused with 503.' },
  { value: 'busy429', label: 'Busy', means: 'Every text is told to come back later (429).' },
  { value: 'accept_then_drop', label: 'Drops the line', means: 'Texts are accepted, then the connection breaks.' },
  { value: 'hang', label: 'Hangs', means: 'Texts are accepted, the answer never comes.' },
]

/** The choice for a value; the first one when there is none. */
export function choiceOf<Value extends string>(choices: Choice<Value>[], value: Value): Choice<Value> {
  return choices.find((choice) => choice.value === value) ?? (choices[0] as Choice<Value>)
}

/** What is wrong with the whole carrier in one line, or null when nothing is. */
export function carrierTrouble(facts: CarrierFacts): string | null {
  const { mode, latencyMs, receiptDelayMs, lostCallbacksPct, doubledCallbacks } = facts
  const troubles: string[] = []
  if (mode !== 'ok') troubles.push(`${choiceOf(carrierChoices, mode).label}. ${choiceOf(carrierChoices, mode).means}`)
  if (latencyMs > 0) troubles.push(`Every answer takes ${seconds(latencyMs)} longer.`)
  if (receiptDelayMs > 900) troubles.push(`Receipts take ${seconds(receiptDelayMs)}.`)
  if (lostCallbacksPct > 0) troubles.push(`${lostCallbacksPct}% of its calls to the product are lost.`)
  if (doubledCallbacks) troubles.push('Every call to the product comes twice.')
  return troubles.length === 0 ? null : troubles.join(' ')
}

function seconds(ms: number): string {
  return ms === 1000 ? '1 second' : `${ms / 1000} seconds`
}

/** Why a text to this phone did not arrive. */
export function reasonNotArrived(errorCode: number | null): string {
  if (errorCode === 30003) return 'Did not arrive: no signal'
  if (errorCode === 30007) return 'Did not arrive: filtered'
  if (errorCode === 30011) return 'Did not arrive: this phone takes no files'
  if (errorCode === 11200) return 'Did not arrive: a file could not be fetched'
  if (errorCode === 30036) return 'Did not arrive in time'
  return errorCode ? `Did not arrive: code ${errorCode}` : 'Did not arrive'
}

/** A number as people write it: (555) 010-2233 for North America, else as it is. */
export function phoneWords(phone: string): string {
  const [, area, middle, end] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? []
  return area ? `(${area}) ${middle}-${end}` : phone
}

/** The name of whose phone it is; empty while the phone is known only by its number. */
export function personName({ name, phone }: { name: string; phone: string }): string {
  return name === phone || name === phoneWords(phone) ? '' : name
}

/** The E.164 form of what was typed, or null when it is no number; ten digits are read as North American. */
export function phoneTyped(words: string): string | null {
  const digits = words.replace(/[\s().-]/g, '')
  if (/^\d{10}$/.test(digits)) return `+1${digits}`
  return /^\+?[1-9]\d{6,14}$/.test(digits) ? `+${digits.replace('+', '')}` : null
}

const timeFormat = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' })
const dayFormat = new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric' })

/** The time of day, such as 9:41 AM. */
export function timeWords(at: Date): string {
  return timeFormat.format(at)
}

/** Today or a short date. */
export function dayWords(at: Date): string {
  return at.toDateString() === new Date().toDateString() ? 'Today' : dayFormat.format(at)
}
