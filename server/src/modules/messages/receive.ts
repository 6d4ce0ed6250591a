import { MESSAGE_MAX_CHARACTERS } from '@crewline/contract/limits'
import type { OrganizationSettings } from '@crewline/contract/organizations'
import { withoutControls } from '@crewline/contract/segments'
import type { Tx } from '../../kernel/scope.ts'
import { handleConsentMessages, type Judgement } from '../consent/index.ts'
import { findOrAddByPhone, liveByPhone, markSuspect, type KnownContact } from '../contacts/index.ts'
import { updateConversationSummaries, isAnyScheduled, countUnread } from '../conversations/index.ts'
import { expectMedia, type StoredFile } from '../files/index.ts'
import { handleFlowReplies, isAnyFlowListening, type HandledReply } from '../flows/index.ts'
import { touchMembers } from '../groups/index.ts'
import { settingsOf } from '../organizations/index.ts'
import { listeningFor } from '../replies/index.ts'
import { baseOf, phrasebookOf, translateByPhrases } from '../translation/index.ts'
import { answer } from './answering.ts'
import { isTimely } from './automatic.ts'
import { AnswersReceived, MessageReceived } from './events.ts'
import { cancelOnReply } from './later.ts'
import { withoutReactions } from './react.ts'
import { textedJoin } from './ports.ts'
import { joinByKeyword } from './keyword-joins.ts'
import { insertReceived } from './store/insert.ts'
import { newEvents } from './store/keys.ts'
import { addInternal, type InternalMessage } from './internal.ts'

/** A message from a contact as the carrier reports it. */
export interface Incoming {
  eventKey: string
  lineId: string
  /** The line's own number, from our records. */
  linePhone: string
  from: string
  body: string
  /** Attached files as the carrier's URLs. */
  media?: { url: string; mime: string }[]
  /** When the carrier received the message, if known. */
  at?: Date
  /** What the carrier itself did about it and answered, if anything. */
  handledAs?: 'opt_out' | 'opt_in' | 'help'
}

interface Row {
  id: string
  contact: KnownContact
  body: string
  text: Incoming
  files: StoredFile[] | null
}

/**
 * Receives messages in one transaction, in this order: drops repeats, creates contacts for unknown numbers, attaches
 * reactions to their messages, handles STOP, START and HELP before anything else, gives answers to the
 * questions of flows, joins those who text the keyword of an opt-in page, writes messages, conversation summaries and unread counts, and queues at most one automatic answer per message. Returns the number of new messages.
 * Independent statements run in parallel: each round trip to the database delays every message in the batch.
 */
export async function receive(tx: Tx, organization: string, texts: Incoming[]): Promise<number> {
  const [newTexts, live, isAnyWaiting, isAnyFlow, settings, keywords, joinWords] = await Promise.all([
    onlyNew(tx, texts),
    liveByPhone(
      tx,
      texts.map((text) => text.from),
    ),
    isAnyScheduled(tx),
    isAnyFlowListening(tx),
    settingsOf(tx.db, tx.orgId),
    listeningFor(tx.db, tx.orgId),
    textedJoin.get().keywords(tx.db, tx.orgId),
  ])
  if (newTexts.length === 0) return 0
  const rows = await withoutReactions(tx, await toRows(tx, newTexts, live))
  if (rows.length === 0) return newTexts.length
  // Must run before consent is handled: the sender locks message rows before consent rows, so every transaction must
  // use that order.
  if (isAnyWaiting)
    await cancelOnReply(
      tx,
      rows.map((row) => row.contact.id),
    )
  const { replies, judged, changedBy } = await handleConsentMessages(
    tx,
    async () => ({ organization, helpContact: settings.helpContact }),
    rows.map(({ id, contact, text, body }) => ({
      messageId: id,
      phone: text.from,
      body,
      language: contact.language,
      name: `${contact.firstname} ${contact.lastname} ${contact.preferredName}`,
      handledAs: text.handledAs,
    })),
  )
  const flows = isAnyFlow ? await giveToFlows(tx, rows, judged) : new Map<string, HandledReply>()
  if (joinWords.size > 0) await joinByKeyword(tx, rows, { judged, flows, joinWords })
  await store(tx, rows, { judged, flows, wish: settings.translation })
  await addConsentEvents(tx, rows, judged, changedBy)
  const replyById = new Map(replies.map((reply) => [reply.messageId, reply.body]))
  await answer(tx, rows, { judged, flows, replies: replyById, answering: { keywords, settings } })
  return newTexts.length
}

async function onlyNew(tx: Tx, texts: Incoming[]): Promise<Incoming[]> {
  const newKeys = await newEvents(
    tx,
    'incoming',
    texts.map((text) => ({ lineId: text.lineId, key: text.eventKey, payload: { from: text.from } })),
  )
  const seen = new Set<string>()
  return texts.filter((text) => {
    const key = `${text.lineId}|${text.eventKey}`
    if (!newKeys.has(key) || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

async function toRows(tx: Tx, texts: Incoming[], live: Map<string, KnownContact>): Promise<Row[]> {
  const phones = texts.map((text) => text.from)
  const contacts = await findOrAddByPhone(tx, phones, live)
  return texts.map((text) => ({
    id: tx.world.id(),
    contact: contacts.get(text.from) as KnownContact,
    body: withoutControls(text.body).slice(0, MESSAGE_MAX_CHARACTERS),
    text,
    files: null,
  }))
}

/**
 * Gives texts that are not about consent to the flows of their contacts. Files are for a member to look at. Anonymous
 * answers leave this function only as a fixed sentence.
 */
async function giveToFlows(tx: Tx, rows: Row[], judged: Map<string, Judgement>): Promise<Map<string, HandledReply>> {
  const now = tx.world.now()
  const texts = rows.filter((row) => {
    const { intent, wrongNumber } = judged.get(row.id) ?? { intent: 'none', wrongNumber: null }
    return intent === 'none' && wrongNumber === null && !row.text.media?.length
  })
  const flows = await handleFlowReplies(
    tx,
    texts.map((row) => ({
      messageId: row.id,
      contactId: row.contact.id,
      phone: row.text.from,
      body: row.body,
      at: row.text.at && row.text.at < now ? row.text.at : now,
      canReply: isTimely(row.text, now),
    })),
  )
  for (const row of rows) row.body = flows.get(row.id)?.body ?? row.body
  return flows
}

async function store(
  tx: Tx,
  rows: Row[],
  {
    judged,
    flows,
    wish,
  }: { judged: Map<string, Judgement>; flows: Map<string, HandledReply>; wish: OrganizationSettings['translation'] },
): Promise<void> {
  const now = tx.world.now()
  const isConsumed = (row: Row) => flows.get(row.id)?.isConsumed === true
  for (const row of rows) {
    const { media, lineId } = row.text
    if (media?.length) row.files = await expectMedia(tx, { lineId, messageId: row.id, media })
  }
  const isForeign = rows.some((row) => baseOf(row.contact.language) !== baseOf(wish.language))
  const phrasebook = wish.inbound && isForeign ? await phrasebookOf(tx.db, tx.orgId) : undefined
  const received = rows.map((row) => ({
    id: row.id,
    contactId: row.contact.id,
    lineId: row.text.lineId,
    from: row.text.from,
    to: row.text.linePhone,
    body: row.body,
    files: row.files,
    translation: phrasebook
      ? translateByPhrases(phrasebook, { text: row.body, from: row.contact.language, to: wish.language })
      : null,
    possibleOptOut: judged.get(row.id)?.intent === 'possible_opt_out',
    answersFlow: isConsumed(row),
  }))
  const summaries = rows.map((row, at) => ({
    contactId: row.contact.id,
    messageId: row.id,
    lineId: row.text.lineId,
    body: received[at]?.translation?.text ?? row.body,
    at: now,
    reopen: !isConsumed(row),
    waits: !isConsumed(row) && !isAnswered(judged.get(row.id)),
    counts: !isConsumed(row),
    media: row.files,
  }))
  const contactIds = rows.map((row) => row.contact.id)
  const unread = rows.filter((row) => !isConsumed(row))
  await Promise.all([
    insertReceived(tx, received, now),
    updateConversationSummaries(tx, 'in', summaries).then((arrivals) =>
      countUnread(
        tx,
        unread.map((row) => ({ contactId: row.contact.id, at: now, count: 1, firstId: row.id })),
        arrivals,
      ),
    ),
    touchMembers(
      tx,
      contactIds,
      rows.map(() => now),
    ),
  ])
  const consumed = rows.filter(isConsumed)
  if (unread.length > 0) tx.publish(MessageReceived, { ids: unread.map((row) => row.id) })
  if (consumed.length > 0) tx.publish(AnswersReceived, { ids: consumed.map((row) => row.id) })
}

/** STOP, START and HELP are answered automatically and need no reply from a member. */
function isAnswered(judgement: Judgement | undefined): boolean {
  return judgement?.intent === 'opt_out' || judgement?.intent === 'opt_in' || judgement?.intent === 'help'
}

/** Writes thread events for what a message changed, and flags contacts whose number may have a new owner. */
async function addConsentEvents(
  tx: Tx,
  rows: Row[],
  judged: Map<string, Judgement>,
  changed: Set<string>,
): Promise<void> {
  const events: InternalMessage[] = []
  const suspect: string[] = []
  for (const row of rows) {
    const judgement = judged.get(row.id)
    const happened = (eventType: NonNullable<InternalMessage['event']>['what']) =>
      events.push({ contactId: row.contact.id, byId: null, event: { what: eventType, detail: null } })
    if (changed.has(row.id) && judgement?.intent === 'opt_out') happened('opted_out')
    if (changed.has(row.id) && judgement?.intent === 'opt_in') happened('opted_in')
    if (judgement?.wrongNumber) happened('wrong_number')
    if (judgement?.wrongNumber === 'says') suspect.push(row.contact.id)
  }
  await addInternal(tx, events)
  if (suspect.length > 0) await markSuspect(tx, suspect)
}
