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

/** A text as the worker sees it: `in` arrived on the phone, `out` was typed on it. */
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

/** A file of a text. */
export interface PhoneFile {
  id: string
  mime: string
}

/** A file on its way to the carrier, its content as base64. */
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

export interface HandsetFacts {
  phone: string
  name: string
  about: string | null
  language: string | null
  faults: { delivery: DeliveryFault; receipts: ReceiptFault }
  lastAt: string | null
  unread: number
  texts: PhoneText[]
}

export interface CarrierFacts {
  mode: CarrierMode
  latencyMs: number
  receiptDelayMs: number
  lostCallbacksPct: number
  doubledCallbacks: boolean
}

export interface LineFacts {
  number: string
  label: string | null
  voiceUrl: string | null
}

export type CarrierEvent =
  | { type: 'text' | 'state'; phone: string; text: PhoneText }
  | { type: 'handset'; phone: string; handset: HandsetFacts }
  | { type: 'carrier'; carrier: CarrierFacts }
  | { type: 'typing'; phone: string }

const base = '/dev/carrier/control'

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const init =
    body === undefined
      ? { method }
      : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(base + path, init)
  const fields = (await answer.json().catch(() => ({}))) as Answer & { message?: string }
  if (!answer.ok) throw new Error(fields.message ?? `The carrier answered ${answer.status}`)
  return fields
}

/** The handsets with the newest texts, or those whose name or number holds the words. */
export async function searchHandsets(words: string, limit: number): Promise<HandsetFacts[]> {
  return (await ask<{ handsets: HandsetFacts[] }>('GET', `/handsets?q=${encodeURIComponent(words)}&limit=${limit}`))
    .handsets
}

/** One handset and its texts, oldest first; fails when there is no such handset. */
export function readHandset(phone: string): Promise<{ handset: HandsetFacts; texts: PhoneText[] }> {
  return ask('GET', `/handsets/${phone}`)
}

/** Makes a handset for a number, or renames the one there is. */
export function nameHandset(phone: string, name: string): Promise<unknown> {
  return ask('PUT', `/handsets/${phone}`, { name })
}

/** The worker sends a text to a line. */
export async function typeText(phone: string, to: string | undefined, body: string): Promise<PhoneText> {
  return (await ask<{ text: PhoneText }>('POST', `/handsets/${phone}/texts`, { to, body })).text
}

/** The worker sends a file to a line, without words. */
export async function sendFile(phone: string, to: string | undefined, file: FileToSend): Promise<PhoneText> {
  return (await ask<{ text: PhoneText }>('POST', `/handsets/${phone}/texts`, { to, body: '', files: [file] })).text
}

/** Where a file of a text can be seen. */
export function fileAddress({ id, mime }: PhoneFile): string {
  return `${base}/media/${id}?type=${encodeURIComponent(mime)}`
}

/** The worker calls a line; answers what they hear. */
export async function callLine(phone: string, to: string): Promise<CallAnswer> {
  return (await ask<{ call: CallAnswer }>('POST', `/handsets/${phone}/calls`, { to })).call
}

/** The worker leaves a message, spoken or a sample of some seconds, and hangs up. */
export function leaveMessage(
  phone: string,
  call: string,
  message: { seconds: number } | { file: FileToSend },
): Promise<unknown> {
  const body = 'file' in message ? { files: [message.file] } : message
  return ask('POST', `/handsets/${phone}/calls/${call}/message`, body)
}

/** The worker hangs up without a message. */
export function hangUp(phone: string, call: string): Promise<unknown> {
  return ask('POST', `/handsets/${phone}/calls/${call}/hang-up`, {})
}

/** The worker has looked at the phone. */
export function markRead(phone: string): Promise<unknown> {
  return ask('POST', `/handsets/${phone}/read`, {})
}

/** Puts a handset into trouble, or back in order. */
export function setFaults(phone: string, faults: Partial<HandsetFacts['faults']>): Promise<unknown> {
  return ask('PATCH', `/handsets/${phone}`, { faults })
}

/** How the whole carrier behaves now. */
export function readCarrier(): Promise<CarrierFacts> {
  return ask('GET', '/carrier')
}

/** Changes how the whole carrier behaves. */
export function setCarrier(changes: Partial<CarrierFacts>): Promise<CarrierFacts> {
  return ask('PATCH', '/carrier', changes)
}

/** The numbers that organizations text from. */
export async function readLines(): Promise<LineFacts[]> {
  return (await ask<{ numbers: LineFacts[] }>('GET', '/numbers')).numbers
}

/** Events of these phones, or of all of them; the browser reconnects by itself. */
export function openEvents(phones: string[] | null): EventSource {
  return new EventSource(`${base}/events${phones ? `?phones=${phones.map(encodeURIComponent).join(',')}` : ''}`)
}
