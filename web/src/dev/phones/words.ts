import { formatDate } from '@crewline/contract/formats'
import type { CarrierSettings, CarrierMode, DeliveryFault, ReceiptFault } from './carrier.ts'

export interface Choice<Value extends string> {
  value: Value
  label: string
  /** The visible effect. */
  description: string
}

export const deliveryChoices: Choice<DeliveryFault>[] = [
  { value: 'ok', label: 'Works', description: 'Texts arrive within a second.' },
  { value: 'slow', label: 'Slow', description: 'Texts take 20 seconds.' },
  { value: 'no_signal', label: 'No signal', description: 'Texts wait, and fail after 15 seconds.' },
  { value: 'filtered', label: 'Filtered', description: 'Taken by the carrier, then blocked (30007).' },
  { value: 'opted_out', label: 'Blocked', description: 'Refused as opted out (21610).' },
  { value: 'no_mms', label: 'No pictures', description: 'Texts arrive, files do not (30011).' },
  { value: 'landline', label: 'Landline', description: 'Refused, it can’t get texts (21614).' },
  { value: 'not_in_use', label: 'Not in use', description: 'Refused, the number is unknown (21211).' },
]

export const receiptChoices: Choice<ReceiptFault>[] = [
  { value: 'ok', label: 'In order', description: 'Sent, then delivered.' },
  { value: 'doubled', label: 'Doubled', description: 'Each receipt comes twice.' },
  { value: 'shuffled', label: 'Shuffled', description: 'Delivered comes before sent.' },
  { value: 'lost', label: 'Lost', description: 'No receipt comes at all.' },
]

export const carrierChoices: Choice<CarrierMode>[] = [
  { value: 'ok', label: 'Works', description: 'Texts are accepted.' },
  { value: 'outage', label: 'Outage', description: 'Every text is refused with 503.' },
  { value: 'busy429', label: 'Busy', description: 'Every text is told to come back later (429).' },
  {
    value: 'accept_then_drop',
    label: 'Drops the line',
    description: 'Texts are accepted, then the connection breaks.',
  },
  { value: 'hang', label: 'Hangs', description: 'Texts are accepted, the answer never comes.' },
]

/** Returns the choice for a value; the first one when there is none. */
export function choiceOf<Value extends string>(choices: Choice<Value>[], value: Value): Choice<Value> {
  return choices.find((choice) => choice.value === value) ?? (choices[0] as Choice<Value>)
}

/** Describes in one line what is wrong with the whole carrier; null when it works. */
export function describeCarrierProblem(settings: CarrierSettings): string | null {
  const { mode, latencyMs, receiptDelayMs, lostCallbacksPct, doubledCallbacks } = settings
  const troubles: string[] = []
  if (mode !== 'ok')
    troubles.push(`${choiceOf(carrierChoices, mode).label}. ${choiceOf(carrierChoices, mode).description}`)
  if (latencyMs > 0) troubles.push(`Every answer takes ${seconds(latencyMs)} longer.`)
  if (receiptDelayMs > 900) troubles.push(`Receipts take ${seconds(receiptDelayMs)}.`)
  if (lostCallbacksPct > 0) troubles.push(`${lostCallbacksPct}% of its calls to the product are lost.`)
  if (doubledCallbacks) troubles.push('Every call to the product comes twice.')
  return troubles.length === 0 ? null : troubles.join(' ')
}

function seconds(ms: number): string {
  return ms === 1000 ? '1 second' : `${ms / 1000} seconds`
}

/** Explains why a message did not arrive on this phone. */
export function reasonNotArrived(errorCode: number | null): string {
  if (errorCode === 30003) return 'Did not arrive: no signal'
  if (errorCode === 30007) return 'Did not arrive: filtered'
  if (errorCode === 30011) return 'Did not arrive: this phone takes no files'
  if (errorCode === 11200) return 'Did not arrive: a file could not be fetched'
  if (errorCode === 30036) return 'Did not arrive in time'
  return errorCode ? `Did not arrive: code ${errorCode}` : 'Did not arrive'
}

/** Formats a number for reading: (555) 010-2233 for North America, else unchanged. */
export function formatPhone(phone: string): string {
  const [, area, middle, end] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? []
  return area ? `(${area}) ${middle}-${end}` : phone
}

/** Returns the name of the phone's owner; empty while only the number is known. */
export function contactNameOf({ name, phone }: { name: string; phone: string }): string {
  return name === phone || name === formatPhone(phone) ? '' : name
}

/** Parses typed text into E.164, or null when it is not a number; ten digits are read as North American. */
export function phoneTyped(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, '')
  if (/^\d{10}$/.test(digits)) return `+1${digits}`
  return /^\+?[1-9]\d{6,14}$/.test(digits) ? `+${digits.replace('+', '')}` : null
}

/** Formats the time of day, such as 9:41 AM. */
export function formatTime(at: Date): string {
  return formatDate(at, 'time', 'en')
}

/** Returns "Today" or a short date. */
export function formatDay(at: Date): string {
  return at.toDateString() === new Date().toDateString() ? 'Today' : formatDate(at, 'weekdayDay', 'en')
}
