import type { Db } from '../../kernel/db/pool.ts'
import { hashOfEntry } from '../../modules/consent/index.ts'
import type { DemoConversation } from './casting.ts'
import { judgedOf } from './judged.ts'
import { DAY, idAt } from './moments.ts'
import type { DemoContact } from './people.ts'
import { insertRows, instant, type Row } from './rows.ts'

/** Writes what stands about texting each number, and how it came about: the words people texted, or the carrier's code. */
export async function writeConsent(
  db: Db,
  orgId: string,
  contacts: DemoContact[],
  conversations: DemoConversation[],
): Promise<void> {
  const standing = new Map<string, Row>()
  const events: Said[] = []
  for (const { contact, messages } of conversations) {
    const firstOut = messages.find((message) => message.direction === 'out')
    if (firstOut) standing.set(contact.phone, row(orgId, contact.phone, false, firstOut.at))
    for (const message of messages) {
      if (message.errorCode === '21610') {
        standing.set(contact.phone, row(orgId, contact.phone, true, message.settledAt ?? message.at))
        events.push({
          phone: contact.phone,
          action: 'opt_out',
          method: 'carrier',
          words: '21610',
          messageId: null,
          at: message.settledAt ?? message.at,
        })
      }
      const { verdict, method } = judgedOf(message.direction === 'in' ? message.body : '')
      if (verdict === 'none' || verdict === 'yes') continue
      events.push({
        phone: contact.phone,
        action: verdict,
        method,
        words: message.body,
        messageId: message.id,
        at: message.at,
      })
      if (verdict === 'opt_out' || verdict === 'opt_in')
        standing.set(contact.phone, row(orgId, contact.phone, verdict === 'opt_out', message.at))
    }
  }
  for (const contact of contacts) {
    if (!contact.optedOut || contact.phone === null || standing.get(contact.phone)?.['opted_out'] === true) continue
    const at = contact.createdAt + DAY
    standing.set(contact.phone, row(orgId, contact.phone, true, at))
    events.push({ phone: contact.phone, action: 'opt_out', method: 'carrier', words: '21610', messageId: null, at })
  }
  const chained = chain(orgId, events, standing)
  const standingColumns = {
    ...{ org_id: 'uuid', phone: 'text', opted_out: 'boolean', last_hash: 'bytea' },
    ...{ changed_at: 'timestamptz', notice_at: 'timestamptz' },
  }
  await insertRows(db, 'consent', standingColumns, [...standing.values()])
  const columns = {
    org_id: 'uuid',
    id: 'uuid',
    phone: 'text',
    action: 'text',
    method: 'text',
    words: 'text',
    message_id: 'uuid',
    at: 'timestamptz',
    prev_hash: 'bytea',
    hash: 'bytea',
  }
  await insertRows(db, 'consent_event', columns, chained)
}

/** Chains what was said about each number in the order it was said, as it would have been when it happened. */
function chain(orgId: string, events: Said[], standing: Map<string, Row>): Row[] {
  const last = new Map<string, string>()
  const rows = events
    .toSorted((one, other) => one.at - other.at)
    .map((said) => {
      const { phone, action, method, words, messageId, at } = said
      const entry = { orgId, id: idAt(at), phone, action, method, words, messageId, personId: null, at: new Date(at) }
      const before = last.get(phone) ?? null
      const hash = hashOfEntry(entry, before)
      last.set(phone, hash)
      return {
        ...{ org_id: orgId, id: entry.id, phone, action, method, words, message_id: messageId, at: instant(at) },
        ...{ prev_hash: before === null ? null : Buffer.from(before, 'hex'), hash: Buffer.from(hash, 'hex') },
      }
    })
  for (const [phone, hash] of last) {
    const stands = standing.get(phone) ?? row(orgId, phone, false, events.find((said) => said.phone === phone)?.at ?? 0)
    standing.set(phone, { ...stands, last_hash: Buffer.from(hash, 'hex') })
  }
  return rows
}

function row(orgId: string, phone: string, optedOut: boolean, at: number): Row {
  // Whoever was texted before knows who texts.
  return { org_id: orgId, phone, opted_out: optedOut, changed_at: instant(at), notice_at: instant(at) }
}

interface Said {
  phone: string
  action: string
  method: 'keyword' | 'natural_language' | 'carrier'
  words: string
  messageId: string | null
  at: number
}
