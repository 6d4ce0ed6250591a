import { MESSAGE_MAX_CHARACTERS } from '@crewline/contract/limits'
import type { Tx } from '../../kernel/scope.ts'
import { hear } from '../consent/index.ts'
import { findOrAddByPhone, type KnownContact } from '../contacts/index.ts'
import { touchMembers } from '../groups/index.ts'
import { MessageReceived } from './facts.ts'
import { queue } from './queue.ts'
import { LANE, withoutControls } from './rules.ts'
import { moveHeads } from './store/conversations.ts'
import { insertReceived } from './store/insert.ts'
import { newEvents } from './store/keys.ts'

/** A worker's text as the carrier told it. */
export interface Incoming {
  eventKey: string
  lineId: string
  /** The line's own number, from our record of it. */
  linePhone: string
  from: string
  body: string
}

/** The answer to STOP must come within this time or not at all, in ms (47 CFR 64.1200(a)(12)). */
const ANSWER_WITHIN_MS = 5 * 60_000

/**
 * Receives texts, in one transaction: repeats are dropped, strangers become contacts, STOP, START and HELP are heard
 * before anything else, messages and heads are written, automatic answers queued. Answers how many were new.
 */
export async function receive(tx: Tx, organization: string, texts: Incoming[]): Promise<number> {
  const fresh = await newEvents(
    tx,
    'incoming',
    texts.map((text) => ({ lineId: text.lineId, key: text.eventKey, payload: { from: text.from } })),
  )
  const seen = new Set<string>()
  const wanted = texts.filter((text) => {
    const key = `${text.lineId}|${text.eventKey}`
    if (!fresh.has(key) || seen.has(key)) return false
    seen.add(key)
    return true
  })
  if (wanted.length === 0) return 0
  const contacts = await findOrAddByPhone(
    tx,
    wanted.map((text) => text.from),
  )
  const now = tx.world.now()
  const rows = wanted.map((text) => ({
    id: tx.world.id(),
    contact: contacts.get(text.from) as KnownContact,
    body: withoutControls(text.body).slice(0, MESSAGE_MAX_CHARACTERS),
    text,
  }))
  const replies = await hear(
    tx,
    organization,
    rows.map((row) => ({ messageId: row.id, phone: row.text.from, words: row.body })),
  )
  await insertReceived(
    tx,
    rows.map((row) => ({
      id: row.id,
      contactId: row.contact.id,
      lineId: row.text.lineId,
      from: row.text.from,
      to: row.text.linePhone,
      body: row.body,
    })),
  )
  await moveHeads(
    tx,
    'in',
    rows.map((row) => ({
      contactId: row.contact.id,
      messageId: row.id,
      lineId: row.text.lineId,
      body: row.body,
      at: now,
      reopen: true,
    })),
  )
  await touchMembers(
    tx,
    rows.map((row) => row.contact.id),
    rows.map(() => now),
  )
  tx.publish(MessageReceived, { ids: rows.map((row) => row.id) })
  await answer(tx, rows, replies, now)
  return rows.length
}

interface Row {
  id: string
  contact: KnownContact
  body: string
  text: Incoming
}

async function answer(tx: Tx, rows: Row[], replies: { phone: string; words: string }[], now: Date): Promise<void> {
  const byPhone = new Map(rows.map((row) => [row.text.from, row]))
  const drafts = replies.flatMap((reply) => {
    const row = byPhone.get(reply.phone)
    if (!row) return []
    return [
      {
        id: tx.world.id(),
        contactId: row.contact.id,
        lineId: row.text.lineId,
        from: row.text.linePhone,
        to: reply.phone,
        body: reply.words,
        kind: 'auto_reply' as const,
        senderId: null,
        expiresAt: new Date(now.getTime() + ANSWER_WITHIN_MS),
      },
    ]
  })
  await queue(tx, LANE.answer, drafts)
}
