export type DeliveryFault =
  | 'ok'
  | 'slow'
  | 'no_signal'
  | 'landline'
  | 'filtered'
  | 'not_in_use'
  | 'opted_out'
  | 'no_mms'
export type ReceiptFault = 'ok' | 'doubled' | 'lost' | 'shuffled'
export type CarrierMode = 'ok' | 'outage' | 'busy429' | 'accept_then_drop' | 'hang'
export type TextState = 'accepted' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed'

/** A message as the contact sees it: `in` arrived on the phone, `out` was typed on it. */
export interface PhoneText {
  id: string
  direction: 'in' | 'out'
  from: string
  to: string
  body: string
  at: string
  state: TextState
  errorCode: number | null
  media?: PhoneFile[]
}

export interface PhoneFile {
  id: string
  mime: string
}

/** A file to send to the carrier, its content as base64. */
export interface FileToSend {
  mime: string
  data: string
}

/** What a caller hears, and whether a message can be left. */
export interface CallAnswer {
  id: string
  words: string
  audioUrl: string | null
  recordingUrl: string | null
}

export interface HandsetInfo {
  phone: string
  name: string
  about: string | null
  language: string | null
  faults: { delivery: DeliveryFault; receipts: ReceiptFault }
  lastAt: string | null
  unread: number
  texts: PhoneText[]
}

export interface CarrierSettings {
  mode: CarrierMode
  latencyMs: number
  receiptDelayMs: number
  lostCallbacksPct: number
  doubledCallbacks: boolean
}

export interface LineInfo {
  number: string
  label: string | null
  voiceUrl: string | null
}

export type CarrierEvent =
  | { type: 'text' | 'state'; phone: string; text: PhoneText }
  | { type: 'handset'; phone: string; handset: HandsetInfo }
  | { type: 'carrier'; carrier: CarrierSettings }
  | { type: 'typing'; phone: string }

const base = '/dev/carrier/control'

async function requestJson<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const init =
    body === undefined
      ? { method }
      : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(base + path, init)
  const fields = (await answer.json().catch(() => ({}))) as Answer & { message?: string }
  if (!answer.ok) throw new Error(fields.message ?? `The carrier answered ${answer.status}`)
  return fields
}

/** Returns the handsets with the newest messages, or those whose name or number contains `words`. */
export async function searchHandsets(terms: string, limit: number): Promise<HandsetInfo[]> {
  return (
    await requestJson<{ handsets: HandsetInfo[] }>('GET', `/handsets?q=${encodeURIComponent(terms)}&limit=${limit}`)
  ).handsets
}

/** Returns one handset and its messages, oldest first; fails when the handset does not exist. */
export function readHandset(phone: string): Promise<{ handset: HandsetInfo; texts: PhoneText[] }> {
  return requestJson('GET', `/handsets/${phone}`)
}

/** Creates a handset for a number, or renames the existing one. */
export function nameHandset(phone: string, name: string): Promise<unknown> {
  return requestJson('PUT', `/handsets/${phone}`, { name })
}

/** Sends a message from the contact to a line. */
export async function typeText(phone: string, to: string | undefined, body: string): Promise<PhoneText> {
  return (await requestJson<{ text: PhoneText }>('POST', `/handsets/${phone}/texts`, { to, body })).text
}

/** Sends a file without text from the contact to a line. */
export async function sendFile(phone: string, to: string | undefined, file: FileToSend): Promise<PhoneText> {
  return (await requestJson<{ text: PhoneText }>('POST', `/handsets/${phone}/texts`, { to, body: '', files: [file] }))
    .text
}

/** Returns the URL of a file of a message. */
export function fileAddress({ id, mime }: PhoneFile): string {
  return `${base}/media/${id}?type=${encodeURIComponent(mime)}`
}

/** Calls a line as the contact; returns what the caller hears. */
export async function callLine(phone: string, to: string): Promise<CallAnswer> {
  return (await requestJson<{ call: CallAnswer }>('POST', `/handsets/${phone}/calls`, { to })).call
}

/** Leaves a message, recorded or a sample of some seconds, and hangs up. */
export function leaveMessage(
  phone: string,
  call: string,
  message: { seconds: number } | { file: FileToSend },
): Promise<unknown> {
  const body = 'file' in message ? { files: [message.file] } : message
  return requestJson('POST', `/handsets/${phone}/calls/${call}/message`, body)
}

/** Hangs up without a message. */
export function hangUp(phone: string, call: string): Promise<unknown> {
  return requestJson('POST', `/handsets/${phone}/calls/${call}/hang-up`, {})
}

/** Marks the messages on the phone as read. */
export function markRead(phone: string): Promise<unknown> {
  return requestJson('POST', `/handsets/${phone}/read`, {})
}

/** Sets or clears the faults of a handset. */
export function setFaults(phone: string, faults: Partial<HandsetInfo['faults']>): Promise<unknown> {
  return requestJson('PATCH', `/handsets/${phone}`, { faults })
}

/** Returns the current behavior of the whole carrier. */
export function readCarrier(): Promise<CarrierSettings> {
  return requestJson('GET', '/carrier')
}

/** Changes the behavior of the whole carrier. */
export function setCarrier(changes: Partial<CarrierSettings>): Promise<CarrierSettings> {
  return requestJson('PATCH', '/carrier', changes)
}

/** Returns the lines of the organizations. */
export async function readLines(): Promise<LineInfo[]> {
  return (await requestJson<{ numbers: LineInfo[] }>('GET', '/numbers')).numbers
}

/** Opens the event stream of these phones, or of all with null; the browser reconnects by itself. */
export function openEvents(phones: string[] | null): EventSource {
  return new EventSource(`${base}/events${phones ? `?phones=${phones.map(encodeURIComponent).join(',')}` : ''}`)
}
