import { MISSED_CALL_TEXT_GAP_MS, VOICEMAIL_MAX_SECONDS } from '@crewline/contract/limits'
import { parsePhone } from '@crewline/contract/phone'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Tx } from '../../kernel/scope.ts'
import type { CallHandler, CallGreeting } from '../carriers/index.ts'
import { lockConsentRows } from '../consent/index.ts'
import { findOrAddByPhone, summariesOf, isBarred, type KnownContact } from '../contacts/index.ts'
import { carrierLink, expectMedia } from '../files/index.ts'
import type { Line } from '../lines/index.ts'
import { LANE, queue, threadVoicemails } from '../messages/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { VoicemailLeft } from './events.ts'
import { greetingAt } from './greetings.ts'
import { remembered, type VoicemailRow } from './rules.ts'
import { addMissed, addVoicemail, claimText, lockCall } from './store.ts'
import { greetingOf } from './views.ts'

/** A message about a missed call is useless after this time, in ms. */
const TEXT_LIFETIME_MS = 10 * 60_000
/** The recorded number when the carrier hides the caller. */
const WITHHELD = 'withheld'

/** Answers calls: the provider of the port `callHandler`. */
export const calls: CallHandler = { greet, recorded, missed }

/** Returns what callers of a line hear now. */
async function greet(kernel: Kernel, line: Line): Promise<CallGreeting> {
  const now = kernel.world.now()
  const { words, file } = await greetingAt(kernel.database.ofOrg(line.orgId), line, now)
  const audioUrl = file && carrierLink(kernel.config.publicUrl, line.orgId, file, now.getTime())
  return { text: words, audioUrl, maxSeconds: VOICEMAIL_MAX_SECONDS }
}

/** Adds a recording to the caller's thread, once however often it is reported. The audio is fetched later. */
async function recorded(
  kernel: Kernel,
  line: Line,
  call: { callId: string; from: string; url: string; durationSec: number },
): Promise<void> {
  if (call.durationSec < 1) return missed(kernel, line, call)
  await inOrg(kernel, line, async (tx) => {
    if (await lockCall(tx, line.id, call.callId)) return
    const from = numberOf(call.from) ?? (call.from.slice(0, 20) || WITHHELD)
    const contact = await contactOf(tx, from)
    const messageId = tx.world.id()
    const [file] = await expectMedia(tx, {
      lineId: line.id,
      messageId,
      media: [{ url: call.url, mime: 'audio/wav' }],
    })
    if (!file) return
    const voicemail: VoicemailRow = {
      id: tx.world.id(),
      contactId: contact.id,
      messageId,
      fileId: file.id,
      file,
      durationSec: Math.round(Math.min(call.durationSec, 24 * 3_600)),
      peaks: [],
      transcript: null,
      language: null,
      state: 'new',
      at: tx.world.now(),
    }
    await addVoicemail(tx, { ...voicemail, lineId: line.id, callId: call.callId })
    await threadVoicemails.add(tx, {
      id: messageId,
      contactId: contact.id,
      lineId: line.id,
      from,
      to: line.phone,
      voicemail: remembered(voicemail),
    })
    tx.publish(VoicemailLeft, { id: voicemail.id })
  })
}

/**
 * Adds a call without a recording to the caller's thread, and texts the caller once a day if the organization wants
 * that. Blocked and terminated contacts get no message.
 */
async function missed(kernel: Kernel, line: Line, call: { callId: string; from: string }): Promise<void> {
  const from = numberOf(call.from)
  // A caller with a hidden number cannot be called or texted back.
  if (from === undefined) return
  await inOrg(kernel, line, async (tx) => {
    if (await lockCall(tx, line.id, call.callId)) return
    const contact = await contactOf(tx, from)
    const missedCall = { lineId: line.id, callId: call.callId, contactId: contact.id }
    if (!(await addMissed(tx, missedCall))) return
    await threadVoicemails.add(tx, {
      id: tx.world.id(),
      contactId: contact.id,
      lineId: line.id,
      from,
      to: line.phone,
      voicemail: null,
    })
    if (!isBarred(contact.work)) await textBack(tx, line, { ...missedCall, phone: from })
  })
}

async function textBack(
  tx: Tx,
  line: Line,
  call: { lineId: string; callId: string; contactId: string; phone: string },
): Promise<void> {
  const text = (await greetingOf(tx.db))?.missedCallText ?? ''
  if (text === '') return
  const now = tx.world.now()
  if ((await lockConsentRows(tx, [call.phone])).has(call.phone)) return
  const [summary] = await summariesOf(tx.db, tx.org.country, [call.contactId])
  if (summary?.reach !== 'can_text') return
  if (!(await claimText(tx, call, new Date(now.getTime() - MISSED_CALL_TEXT_GAP_MS)))) return
  await queue(tx, LANE.answer, [
    {
      id: tx.world.id(),
      contactId: call.contactId,
      lineId: line.id,
      from: line.phone,
      to: call.phone,
      body: text,
      kind: 'auto_reply',
      senderId: null,
      expiresAt: new Date(now.getTime() + TEXT_LIFETIME_MS),
    },
  ])
}

async function contactOf(tx: Tx, phone: string): Promise<KnownContact> {
  const contact = (await findOrAddByPhone(tx, [phone])).get(phone)
  if (!contact) throw new Error('a caller could not be added as a contact')
  return contact
}

function numberOf(from: string): string | undefined {
  return parsePhone(from, 'US')?.e164
}

async function inOrg(kernel: Kernel, line: Line, work: (tx: Tx) => Promise<void>): Promise<void> {
  const { organization } = await organizationOf(kernel.database.ofOrg(line.orgId), line.orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'calls' }, `calls-${line.id.slice(0, 8)}`)
  await scope.tx(work)
}
