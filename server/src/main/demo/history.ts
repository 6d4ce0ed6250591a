import { countTexts } from '@crewline/contract/segments'
import type { MessageKind, MessageState } from '@crewline/contract/messages'
import { replyTo } from '../../modules/consent/replies.ts'
import type { MessageExtras } from './related.ts'
import type { Chance } from './chance.ts'
import { HOUR, idAt, MINUTE } from './moments.ts'
import type { DemoContact } from './people.ts'
import { fillScript, type Script, type ScriptLine } from './script.ts'

/** A message as written to its table. */
export interface DemoMessage {
  id: string
  contactId: string
  direction: 'in' | 'out'
  kind: MessageKind
  body: string
  encoding: string
  segments: number
  lineId: string
  from: string
  to: string
  senderId: string | null
  state: MessageState
  attempts: number
  carrierId: string | null
  errorCode: string | null
  resendOf: string | null
  at: number
  submittedAt: number | null
  settledAt: number | null
  /** The run of the broadcast that it belongs to or, from a contact, replies to. */
  batchId?: string
  /** Whether it answered the question of a flow. */
  answersFlow?: boolean
  extras?: MessageExtras
}

export interface DemoLine {
  id: string
  phone: string
  carrier: string
}

/** A sender of messages. */
export interface Sender {
  userId: string
  firstname: string
  lastname: string
}

/** A dialogue at a time: its last message is at `endsAt`, or its first at `startsAt`. */
export type Episode = { script: Script; sender: Sender } & ({ endsAt: number } | { startsAt: number })

/** The participants and the line of a conversation. */
export interface Setting {
  contact: DemoContact & { phone: string }
  line: DemoLine
  organization: string
  nowMs: number
}

/** States in which nothing was handed to a carrier. */
const NEVER_SENT = new Set<MessageState>(['suppressed', 'expired', 'cancelled', 'quarantined'])

/** Creates the messages of one dialogue, oldest first. */
export function play(chance: Chance, setting: Setting, episode: Episode): DemoMessage[] {
  const { script, sender } = episode
  const bodies = fillScript(chance, script, {
    first: setting.contact.preferredName,
    me: sender.firstname,
    ...answersOf(setting.organization),
  })
  const gaps = script.map((line, at) => (at === 0 ? 0 : gapMs(chance, line, script[at - 1])))
  const length = gaps.reduce((sum, gap) => sum + gap, 0)
  let at = 'endsAt' in episode ? episode.endsAt - length : episode.startsAt
  let troubled: string | null = null
  return script.map((line, n) => {
    at += gaps[n] ?? 0
    const message =
      line.direction === 'in'
        ? incoming(setting, bodies[n] ?? '', at)
        : outgoing(chance, setting, { body: bodies[n] ?? '', at, line, sender, resendOf: line.again ? troubled : null })
    if (line.direction === 'out' && line.state !== 'delivered') troubled = message.id
    return message
  })
}

function answersOf(organization: string) {
  const to = (intent: 'opt_out' | 'opt_in' | 'help'): string => replyTo(intent, { organization, helpContact: '' }) ?? ''
  return { organization, stopAnswer: to('opt_out'), startAnswer: to('opt_in'), helpAnswer: to('help') }
}

/** People reply within minutes, sometimes after their break; a second message follows the first at once. */
function gapMs(chance: Chance, line: ScriptLine, before: ScriptLine | undefined): number {
  if (line.kind === 'auto_reply') return chance.integer(900, 2600)
  // Carriers try for four hours before they give up.
  if (line.again) return 4 * HOUR + chance.integer(2 * MINUTE, 50 * MINUTE)
  if (line.later) return 22 * HOUR + chance.integer(0, 3 * HOUR)
  const seconds =
    line.direction === before?.direction
      ? chance.integer(12, 90)
      : chance.happens(0.07)
        ? chance.integer(1500, 5400)
        : chance.integer(25, 720)
  return seconds * 1000 + chance.integer(0, 999)
}

function incoming({ contact, line }: Setting, body: string, at: number): DemoMessage {
  return {
    id: idAt(at),
    contactId: contact.id,
    direction: 'in',
    kind: 'text',
    ...counted(body),
    lineId: line.id,
    from: contact.phone,
    to: line.phone,
    senderId: null,
    state: 'received',
    attempts: 0,
    carrierId: null,
    errorCode: null,
    resendOf: null,
    at,
    submittedAt: null,
    settledAt: null,
  }
}

/** Creates one more message of a contact, after the last message of either side. */
export function added({ contactId, lineId, direction, from, to }: DemoMessage, body: string, at: number): DemoMessage {
  const [contactPhone, line] = direction === 'in' ? [from, to] : [to, from]
  return {
    id: idAt(at),
    contactId,
    direction: 'in',
    kind: 'text',
    ...counted(body),
    lineId,
    from: contactPhone,
    to: line,
    senderId: null,
    state: 'received',
    attempts: 0,
    carrierId: null,
    errorCode: null,
    resendOf: null,
    at,
    submittedAt: null,
    settledAt: null,
  }
}

interface OutgoingDraft {
  body: string
  at: number
  line: ScriptLine
  sender: Sender
  resendOf: string | null
}

function outgoing(
  chance: Chance,
  { contact, line: from, nowMs }: Setting,
  { body, at, line, sender, resendOf }: OutgoingDraft,
): DemoMessage {
  const isSent = !NEVER_SENT.has(line.state)
  const isRefused = line.state === 'failed'
  const isAccepted = isSent && !isRefused && line.state !== 'unknown'
  const submittedAt = isSent ? at + chance.integer(80, 600) : null
  return {
    id: idAt(at),
    contactId: contact.id,
    direction: 'out',
    kind: line.kind,
    ...counted(body),
    lineId: from.id,
    from: from.phone,
    to: contact.phone,
    senderId: line.kind === 'auto_reply' ? null : sender.userId,
    state: line.state,
    errorCode: line.errorCode,
    resendOf,
    at,
    submittedAt,
    attempts: line.state === 'quarantined' ? 4 : isSent ? 1 : 0,
    carrierId: isAccepted ? carrierId(chance, from.carrier) : null,
    settledAt: line.state === 'sent' || line.state === 'unknown' ? null : Math.min(nowMs, at + settleMs(chance, line)),
  }
}

function settleMs(chance: Chance, { state, errorCode }: ScriptLine): number {
  if (errorCode === '30003') return 4 * HOUR + chance.integer(0, MINUTE)
  if (state === 'delivered' || state === 'undelivered') return chance.integer(900, 6000)
  return chance.integer(300, 1500)
}

/** Creates a carrier's message id, in the format of its dialect. */
export function carrierId(chance: Chance, carrier: string): string {
  const hex = Array.from({ length: 32 }, () => chance.integer(0, 15).toString(16)).join('')
  return carrier === 'twilio' ? `SM${hex}` : `txt_${hex}`
}

/** Returns a text with its encoding and segments. */
export function counted(body: string): Pick<DemoMessage, 'body' | 'encoding' | 'segments'> {
  const { encoding, segments } = countTexts(body)
  return { body, encoding, segments }
}

/** Returns the carrier's id for a message from a contact's phone. */
export function textIdOf({ id }: Pick<DemoMessage, 'id'>): string {
  return `txt_${id.replaceAll('-', '')}`
}
