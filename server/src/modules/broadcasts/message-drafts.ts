// Builds the messages of recipients: text, short links, line, and until when each waits.
import type { BroadcastContent } from '@crewline/contract/broadcasts'
import { SAMPLE_CONTACT_PHONE } from '@crewline/contract/sample-numbers'
import { instantOf } from '@crewline/contract/schedule-rules'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import { storedById, type StoredFile } from '../files/index.ts'
import { addLinks, isOwnPage, makeCodes, readTarget, shortUrlOf, withShortLinks } from '../links/index.ts'
import { firstLine } from '../lines/index.ts'
import { restingOf, withOffShiftNote, type queue } from '../messages/index.ts'
import { heedsOf, saysReplyCanWait, type Resting } from './rest-options.ts'
import { addressesOf, makeComposer, type ComposedText } from './compose.ts'
import type { PendingRecipient } from './store/recipients.ts'
import type { LockedRun } from './store/runs.ts'
import { linesOfConversations, sendingLines, type SendingLine } from './views/sending-lines.ts'

type Draft = Parameters<typeof queue>[2][number]

/** A message of a broadcast with the language of its contact. */
export type BroadcastDraft = Draft & { language: string }

/** Builds the messages of these recipients: text, line, and until when each waits. */
export async function draftsFor(
  tx: Tx,
  kernel: Kernel,
  run: LockedRun,
  pending: PendingRecipient[],
): Promise<BroadcastDraft[]> {
  const ids = pending.map((recipient) => recipient.contactId)
  const { content } = run
  const [composer, lines, ofConversation, media, resting] = await Promise.all([
    makeComposer({ ...tx, userId: run.userId }, content),
    sendingLines(tx.db),
    linesOfConversations(tx.db, ids),
    mediaOf(tx, content),
    restingOf(tx, ids),
  ])
  const texts = new Map((await composer.composeFor(ids)).map((text) => [text.contactId, text]))
  const messageIds = new Map(ids.map((id) => [id, tx.world.id()]))
  const bodies = await withTrackedLinks(tx, kernel, run, { texts: [...texts.values()], messageIds })
  const waitFor = waiting(tx, run, resting)
  const drafts: BroadcastDraft[] = []
  for (const recipient of pending) {
    const text = texts.get(recipient.contactId)
    const line = await lineFor(tx, {
      recipient,
      lines,
      preferred: content.options.lineId ?? ofConversation.get(recipient.contactId),
    })
    if (!text || !line) continue
    const wait = waitFor(recipient)
    const written = bodies.get(recipient.contactId) ?? text.body
    const isNoted = saysReplyCanWait(content) && leavesOffShift(tx, recipient, { wait, resting })
    drafts.push({
      id: messageIds.get(recipient.contactId) ?? tx.world.id(),
      contactId: recipient.contactId,
      lineId: line.id,
      from: line.phone,
      to: recipient.phone,
      body: isNoted ? withOffShiftNote(written, recipient.language) : written,
      kind: 'broadcast',
      senderId: run.userId,
      media,
      batchId: run.id,
      language: recipient.language,
      ...(wait ? { wait } : {}),
      ...(content.options.quietHours === 'send' ? { quietOverride: true } : {}),
    })
  }
  return drafts
}

/** Whether a recipient gets the text while they are off shift. */
function leavesOffShift(
  tx: Tx,
  { contactId, timezone, phone }: PendingRecipient,
  { wait, resting }: { wait: Draft['wait']; resting: Resting },
): boolean {
  if (phone === SAMPLE_CONTACT_PHONE) return false
  const heeds = { shifts: true, nights: false }
  return resting.at(wait?.dueAt ?? tx.world.now(), { id: contactId, timezone }, heeds)?.reason === 'off_shift'
}

/** Returns the line of a conversation if it works, else the first that does. */
async function lineFor(
  tx: Tx,
  { recipient, lines, preferred }: { recipient: PendingRecipient; lines: SendingLine[]; preferred: string | undefined },
): Promise<{ id: string; phone: string } | undefined> {
  if (recipient.phone === SAMPLE_CONTACT_PHONE) return firstLine(tx.db, null, recipient.phone)
  const own = lines.find((line) => line.id === preferred && line.isActive)
  return own ?? lines.find((line) => line.isActive) ?? lines[0]
}

async function mediaOf(tx: Tx, { message }: BroadcastContent): Promise<StoredFile[]> {
  const files = await Promise.all(message.mediaIds.map((id) => storedById(tx.db, id)))
  return files.flatMap((file) => file ?? [])
}

/** Shortens the addresses in each text to a link of its own, so that clicks are counted by person. */
async function withTrackedLinks(
  tx: Tx,
  kernel: Kernel,
  run: LockedRun,
  { texts, messageIds }: { texts: ComposedText[]; messageIds: ReadonlyMap<string, string> },
): Promise<Map<string, string>> {
  const { message } = run.content
  const bodies = new Map<string, string>()
  const isOwn = (address: string) => isOwnPage(address, kernel.config.publicUrl)
  const addresses = message.trackLinks
    ? addressesOf(message).filter((address) => isOwn(address) || 'url' in readTarget(address))
    : []
  if (addresses.length === 0) return bodies
  const links = await addLinks(
    tx,
    { kind: 'broadcast_run', id: run.id },
    addresses.map((url) => ({ url, isOwnPage: isOwn(url) })),
  )
  const codes = await makeCodes(
    tx,
    texts.flatMap(({ contactId }) => {
      // Names its message, so that a scanner that opens the link right after the hand-off is not counted.
      const messageId = messageIds.get(contactId)
      return links.map((link) => ({ linkId: link.id, contactId, ...(messageId ? { messageId } : {}) }))
    }),
  )
  texts.forEach(({ contactId, body }, at) => {
    const own = addresses.map((address, nth) => {
      const code = codes[at * links.length + nth] ?? ''
      return [address, shortUrlOf(kernel.config.publicUrl, code)] as const
    })
    bodies.set(contactId, withShortLinks(body, new Map(own)))
  })
  return bodies
}

/** Returns until when the text of a recipient waits: for the time on their clock, or until they no longer rest. */
function waiting(tx: Tx, run: LockedRun, resting: Resting): (recipient: PendingRecipient) => Draft['wait'] {
  const { schedule, options } = run.content
  const now = tx.world.now()
  const isInContactZone = schedule.mode !== 'now' && schedule.inContactZone
  const heeds = heedsOf(options, resting.settings)
  return ({ contactId, timezone }) => {
    const zone = timezone ?? (schedule.mode === 'now' ? tx.org.timezone : schedule.timeZone)
    const chosen = isInContactZone ? instantOf(run.occurrence, zone) : now
    const moment = chosen > now ? chosen : now
    const rest = resting.at(moment, { id: contactId, timezone }, heeds)
    const dueAt = rest?.until ?? moment
    if (dueAt <= now) return undefined
    return {
      state: 'scheduled',
      dueAt,
      reason: rest?.reason ?? 'scheduled',
      // Changes of shifts must not send it before its local time.
      ...(rest && chosen > now ? { wantedAt: chosen } : {}),
      zone: null,
      cancelIfReply: false,
    }
  }
}
