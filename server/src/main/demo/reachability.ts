import type { Db } from '../../kernel/db/pool.ts'
import { hashOfEntry } from '../../modules/consent/index.ts'
import type { DemoConversation } from './casting.ts'
import { judgedOf } from './judged.ts'
import { DAY, idAt } from './moments.ts'
import type { DemoContact } from './people.ts'
import { insertRows, instant, type Row } from './rows.ts'

/** Writes the consent status of each number and its cause: the text of a contact, or the carrier's code. */
export async function writeConsent(
  db: Db,
  orgId: string,
  contacts: DemoContact[],
  conversations: DemoConversation[],
): Promise<void> {
  const consentRows = new Map<string, Row>()
  const events: ConsentEntry[] = consentAtHiring(contacts)
  for (const { contact, messages } of conversations) {
    const firstOut = messages.find((message) => message.direction === 'out')
    if (firstOut) consentRows.set(contact.phone, row(orgId, contact.phone, false, firstOut.at))
    for (const message of messages) {
      if (message.errorCode === '21610') {
        consentRows.set(contact.phone, row(orgId, contact.phone, true, message.settledAt ?? message.at))
        events.push({
          phone: contact.phone,
          action: 'opt_out',
          method: 'carrier',
          wording: '21610',
          messageId: null,
          at: message.settledAt ?? message.at,
        })
      }
      const { intent, method } = judgedOf(message.direction === 'in' ? message.body : '')
      if (intent === 'none' || intent === 'yes') continue
      events.push({
        phone: contact.phone,
        action: intent,
        method,
        wording: message.body,
        messageId: message.id,
        at: message.at,
      })
      if (intent === 'opt_out' || intent === 'opt_in')
        consentRows.set(contact.phone, row(orgId, contact.phone, intent === 'opt_out', message.at))
    }
  }
  for (const contact of contacts) {
    if (!contact.optedOut || contact.phone === null || consentRows.get(contact.phone)?.['opted_out'] === true) continue
    const at = contact.createdAt + DAY
    consentRows.set(contact.phone, row(orgId, contact.phone, true, at))
    events.push({ phone: contact.phone, action: 'opt_out', method: 'carrier', wording: '21610', messageId: null, at })
  }
  const chained = chain(orgId, events, consentRows)
  const consentColumns = {
    org_id: 'uuid',
    phone: 'text',
    opted_out: 'boolean',
    last_hash: 'bytea',
    changed_at: 'timestamptz',
    notice_at: 'timestamptz',
  }
  await insertRows(db, 'consent', consentColumns, [...consentRows.values()])
  const columns = {
    org_id: 'uuid',
    id: 'uuid',
    phone: 'text',
    action: 'text',
    method: 'text',
    wording: 'text',
    message_id: 'uuid',
    at: 'timestamptz',
    prev_hash: 'bytea',
    hash: 'bytea',
  }
  await insertRows(db, 'consent_event', columns, chained)
}

/** Builds the hash chain of each number's consent events in time order, as if written at the time. */
function chain(orgId: string, events: ConsentEntry[], consentRows: Map<string, Row>): Row[] {
  const last = new Map<string, string>()
  const rows = events
    .toSorted((first, second) => first.at - second.at)
    .map((event) => {
      const { phone, action, method, wording, messageId, at } = event
      const entry = { orgId, id: idAt(at), phone, action, method, wording, messageId, userId: null, at: new Date(at) }
      const before = last.get(phone) ?? null
      const hash = hashOfEntry(entry, before)
      last.set(phone, hash)
      return {
        org_id: orgId,
        id: entry.id,
        phone,
        action,
        method,
        wording,
        message_id: messageId,
        at: instant(at),
        prev_hash: before === null ? null : Buffer.from(before, 'hex'),
        hash: Buffer.from(hash, 'hex'),
      }
    })
  for (const [phone, hash] of last) {
    const consentRow =
      consentRows.get(phone) ?? rowWithoutNotice(orgId, phone, events.find((event) => event.phone === phone)?.at ?? 0)
    consentRows.set(phone, { ...consentRow, last_hash: Buffer.from(hash, 'hex') })
  }
  return rows
}

function row(orgId: string, phone: string, optedOut: boolean, at: number): Row {
  // Contacts texted before have already received the first-contact notice.
  return { org_id: orgId, phone, opted_out: optedOut, changed_at: instant(at), notice_at: instant(at) }
}

/** The row of a number that was not texted yet. */
function rowWithoutNotice(orgId: string, phone: string, at: number): Row {
  return { ...row(orgId, phone, false, at), notice_at: null }
}

/** Every how many contacts one has no consent on file, so that the weekly check has something to show. */
const WITHOUT_CONSENT_EVERY = 150

/** Builds the consent that contacts gave when they were added, by how they were added. */
function consentAtHiring(contacts: DemoContact[]): ConsentEntry[] {
  return contacts.flatMap(({ phone, source, createdAt }, index) =>
    phone === null || index % WITHOUT_CONSENT_EVERY === 7
      ? []
      : [{ phone, ...CONSENT_BY_SOURCE[source], messageId: null, at: createdAt }],
  )
}

const CONSENT_BY_SOURCE: Record<DemoContact['source'], Pick<ConsentEntry, 'action' | 'method' | 'wording'>> = {
  manual: { action: 'attest', method: 'paper', wording: 'Signed the text message form at hiring.' },
  import: {
    action: 'attest',
    method: 'import_attestation',
    wording: 'They gave us their mobile number for work texts.',
  },
  hris: { action: 'attest', method: 'hris_attestation', wording: 'Agreed to work texts during onboarding.' },
  optin: { action: 'opt_in', method: 'web', wording: 'I agree to receive work texts at this number.' },
}

interface ConsentEntry {
  phone: string
  action: string
  method: 'keyword' | 'natural_language' | 'carrier' | 'web' | 'paper' | 'import_attestation' | 'hris_attestation'
  wording: string
  messageId: string | null
  at: number
}
