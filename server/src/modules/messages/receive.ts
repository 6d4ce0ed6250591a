import { MESSAGE_MAX_CHARACTERS } from '@crewline/contract/limits'
import type { OrganizationSettings } from '@crewline/contract/organizations'
import type { Tx } from '../../kernel/scope.ts'
import { hear, type Judgement } from '../consent/index.ts'
import { findOrAddByPhone, liveByPhone, markSuspect, type KnownContact } from '../contacts/index.ts'
import { expectMedia, type StoredFile } from '../files/index.ts'
import { touchMembers } from '../groups/index.ts'
import { settingsOf } from '../organizations/index.ts'
import { listeningFor } from '../replies/index.ts'
import { translateAtOnce } from '../translation/index.ts'
import { answer } from './answering.ts'
import { MessageReceived } from './facts.ts'
import { cancelOnReply } from './later.ts'
import { withoutReactions } from './react.ts'
import { withoutControls } from './rules.ts'
import { moveHeads } from './store/conversations.ts'
import { insertReceived } from './store/insert.ts'
import { newEvents } from './store/keys.ts'
import { anyWaits } from './store/later.ts'
import { countUnread } from './store/unread.ts'
import { addWithin, type Within } from './within.ts'

/** A worker's text as the carrier told it. */
export interface Incoming {
  eventKey: string
  lineId: string
  /** The line's own number, from our record of it. */
  linePhone: string
  from: string
  body: string
  /** Files that came with it, where the carrier keeps them. */
  media?: { url: string; mime: string }[]
  /** When the worker's text reached the carrier, where that is known. */
  at?: Date
}

/** A text on its way in. */
interface Row {
  id: string
  contact: KnownContact
  body: string
  text: Incoming
  files: StoredFile[] | null
}

/**
 * Receives texts, in one transaction and in this order: repeats are dropped, strangers become contacts, reactions go onto
 * their messages, STOP, START and HELP are heard before anything else, messages, heads and counts are written, the one
 * automatic answer of each text is queued. Answers how many were new. Statements that need nothing of each other are asked
 * together: every trip to the database is waited for by everybody whose text is in the batch.
 */
export async function receive(tx: Tx, organization: string, texts: Incoming[]): Promise<number> {
  const [wanted, live, isAnyWaiting, settings, keywords] = await Promise.all([
    onlyNew(tx, texts),
    liveByPhone(
      tx,
      texts.map((text) => text.from),
    ),
    anyWaits(tx),
    settingsOf(tx.db, tx.orgId),
    listeningFor(tx.db, tx.orgId),
  ])
  if (wanted.length === 0) return 0
  const rows = await withoutReactions(tx, await told(tx, wanted, live))
  if (rows.length === 0) return wanted.length
  // Before consent is heard: the sender takes message rows before consent rows, and so must everybody.
  if (isAnyWaiting)
    await cancelOnReply(
      tx,
      rows.map((row) => row.contact.id),
    )
  const { replies, judged } = await hear(
    tx,
    async () => ({ organization, helpContact: settings.helpContact }),
    rows.map(({ id, contact, text, body }) => ({
      messageId: id,
      phone: text.from,
      words: body,
      language: contact.language,
      name: `${contact.firstname} ${contact.lastname} ${contact.preferredName}`,
    })),
  )
  await store(tx, rows, judged, settings.translation)
  await tellTeam(tx, rows, judged, new Set(replies.map((reply) => reply.messageId)))
  const words = new Map(replies.map((reply) => [reply.messageId, reply.words]))
  await answer(tx, rows, { judged, replies: words, answering: { keywords, settings } })
  return wanted.length
}

async function onlyNew(tx: Tx, texts: Incoming[]): Promise<Incoming[]> {
  const fresh = await newEvents(
    tx,
    'incoming',
    texts.map((text) => ({ lineId: text.lineId, key: text.eventKey, payload: { from: text.from } })),
  )
  const seen = new Set<string>()
  return texts.filter((text) => {
    const key = `${text.lineId}|${text.eventKey}`
    if (!fresh.has(key) || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

async function told(tx: Tx, texts: Incoming[], live: Map<string, KnownContact>): Promise<Row[]> {
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

async function store(
  tx: Tx,
  rows: Row[],
  judged: Map<string, Judgement>,
  wish: OrganizationSettings['translation'],
): Promise<void> {
  const now = tx.world.now()
  for (const row of rows) {
    const { media, lineId } = row.text
    if (media?.length) row.files = await expectMedia(tx, { lineId, messageId: row.id, media })
  }
  const received = rows.map((row) => ({
    id: row.id,
    contactId: row.contact.id,
    lineId: row.text.lineId,
    from: row.text.from,
    to: row.text.linePhone,
    body: row.body,
    files: row.files,
    translation: wish.inbound
      ? translateAtOnce({ text: row.body, from: row.contact.language, to: wish.language })
      : null,
    possibleOptOut: judged.get(row.id)?.verdict === 'possible_opt_out',
  }))
  const heads = rows.map((row, at) => ({
    contactId: row.contact.id,
    messageId: row.id,
    lineId: row.text.lineId,
    body: received[at]?.translation?.text ?? row.body,
    at: now,
    reopen: true,
    waits: !isAnswered(judged.get(row.id)),
    media: row.files,
  }))
  const contactIds = rows.map((row) => row.contact.id)
  await Promise.all([
    insertReceived(tx, received, now),
    moveHeads(tx, 'in', heads).then((arrivals) =>
      countUnread(
        tx,
        rows.map((row) => ({ contactId: row.contact.id, at: now, count: 1, firstId: row.id })),
        arrivals,
      ),
    ),
    touchMembers(
      tx,
      contactIds,
      rows.map(() => now),
    ),
  ])
  tx.publish(MessageReceived, { ids: rows.map((row) => row.id) })
}

/** STOP, START and HELP have their answer; nobody has to write one. */
function isAnswered(said: Judgement | undefined): boolean {
  return said?.verdict === 'opt_out' || said?.verdict === 'opt_in' || said?.verdict === 'help'
}

/** Writes into threads what a text changed, and remembers whose number may be somebody else's now. */
async function tellTeam(tx: Tx, rows: Row[], judged: Map<string, Judgement>, changed: Set<string>): Promise<void> {
  const events: Within[] = []
  const suspect: string[] = []
  for (const row of rows) {
    const said = judged.get(row.id)
    const happened = (what: NonNullable<Within['event']>['what']) =>
      events.push({ contactId: row.contact.id, byId: null, event: { what, detail: null } })
    if (changed.has(row.id) && said?.verdict === 'opt_out') happened('opted_out')
    if (changed.has(row.id) && said?.verdict === 'opt_in') happened('opted_in')
    if (said?.wrongNumber) happened('wrong_number')
    if (said?.wrongNumber === 'says') suspect.push(row.contact.id)
  }
  await addWithin(tx, events)
  if (suspect.length > 0) await markSuspect(tx, suspect)
}
