import type { ContactSummary } from '@crewline/contract/contacts'
import type { WebhookEvent, webhookData } from '@crewline/contract/webhooks'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../kernel/db/pool.ts'
import type { DomainEvent } from '../../kernel/events/define.ts'
import { BroadcastChanged, runsFinishedSince } from '../broadcasts/index.ts'
import { ConsentChanged } from '../consent/index.ts'
import { ContactChanged, summariesOf } from '../contacts/index.ts'
import { answeredForm, FormAnswered } from '../forms/index.ts'
import { messagesByIds, MessageReceived, MessageStatusChanged } from '../messages/index.ts'
import { organizationOf } from '../organizations/index.ts'

/** One thing to tell receivers. */
export interface Happening {
  type: WebhookEvent
  /** Null when it is about no contact, or about many. */
  contactId: string | null
  /** Set where receivers get it only once. */
  subject: string | null
  data: Record<string, unknown>
}

/** A run that ended longer ago is not announced again when its broadcast changes later, in ms. */
const FINISHED_MS = 24 * 3_600_000

interface Reading {
  db: Db
  orgId: string
  now: Date
  /** The kinds that any address of the organization wants. */
  wanted: ReadonlySet<WebhookEvent>
}

type Data<T extends WebhookEvent> = z.input<(typeof webhookData)[T]>

/** Reads what the events of one organization are about, as it is now, in their order. */
export async function happeningsOf(reading: Reading, events: DomainEvent[]): Promise<Happening[]> {
  const { country } = (await organizationOf(reading.db, reading.orgId)).organization
  const happenings: Happening[] = []
  for (const event of events) happenings.push(...(await readersOf(event.name)({ ...reading, country }, event.payload)))
  return happenings
}

type Reader = (reading: Reading & { country: string }, payload: object) => Promise<Happening[]>

function readersOf(name: string): Reader {
  return READERS[name] ?? (async () => [])
}

const READERS: Record<string, Reader> = {
  [MessageReceived.name]: async (reading, payload) => {
    if (!reading.wanted.has('message.received')) return []
    const messages = await messagesOf(reading.db, payload)
    const contacts = await contactsOf(
      reading,
      messages.map(({ contactId }) => contactId),
    )
    return messages.flatMap((message) => {
      const contact = contacts.get(message.contactId)
      if (!contact) return []
      const data: Data<'message.received'> = { message, contact }
      return [{ type: 'message.received', contactId: contact.id, subject: null, data }]
    })
  },
  [MessageStatusChanged.name]: async ({ db, wanted }, payload) => {
    if (!wanted.has('message.status_changed')) return []
    return (await messagesOf(db, payload)).map((message) => {
      const data: Data<'message.status_changed'> = { message }
      return { type: 'message.status_changed', contactId: message.contactId, subject: null, data }
    })
  },
  [ConsentChanged.name]: async (reading, payload) => {
    if (!reading.wanted.has('consent.changed')) return []
    const { phones } = payload as { phones: string[] }
    const { rows } = await sql<{ phone: string; optedOut: boolean; contactId: string | null }>`
      select k.phone, k.opted_out as "optedOut", (
        select c.id from contact c where c.org_id = k.org_id and c.phone = k.phone and c.archived_at is null
        order by c.shares_phone, c.id limit 1) as "contactId"
      from consent k where k.org_id = ${reading.orgId} and k.phone = any(${phones}::text[]) and k.phone not like '~%'
      order by k.phone`.execute(reading.db)
    const contacts = await contactsOf(
      reading,
      rows.flatMap(({ contactId }) => contactId ?? []),
    )
    return rows.map(({ phone, optedOut, contactId }) => {
      const data: Data<'consent.changed'> = { phone, optedOut, contact: contacts.get(contactId ?? '') ?? null }
      return { type: 'consent.changed', contactId, subject: null, data }
    })
  },
  [ContactChanged.name]: async (reading, payload) => {
    if (!reading.wanted.has('contact.changed')) return []
    const { contactIds, fields } = payload as { contactIds: string[]; fields?: string[] }
    const contacts = await contactsOf(reading, contactIds)
    return contactIds.flatMap((id) => {
      const contact = contacts.get(id)
      if (!contact) return []
      const data: Data<'contact.changed'> = { contact, fields: fields ?? null }
      return [{ type: 'contact.changed', contactId: id, subject: null, data }]
    })
  },
  [BroadcastChanged.name]: async ({ db, wanted, now }, payload) => {
    if (!wanted.has('broadcast.finished')) return []
    const { ids } = payload as { ids: string[] }
    const finished = await runsFinishedSince(db, ids, new Date(now.getTime() - FINISHED_MS))
    return finished.map(({ broadcast, run: { id, state, startedAt, finishedAt, counts } }) => {
      const run = { id, state: state as 'sent' | 'stopped' | 'failed', startedAt, finishedAt, counts }
      const data: Data<'broadcast.finished'> = { broadcast, run }
      return { type: 'broadcast.finished', contactId: null, subject: id, data }
    })
  },
  [FormAnswered.name]: async (reading, payload) => {
    if (!reading.wanted.has('form.answered')) return []
    const { formId, responseId } = payload as { formId: string; responseId: string | null }
    const answered = await answeredForm(reading.db, { orgId: reading.orgId, formId, responseId })
    if (!answered) return []
    const { contactId = null, ...response } = answered.response ?? {}
    const contact = contactId === null ? null : ((await contactsOf(reading, [contactId])).get(contactId) ?? null)
    const data = { form: answered.form, response: answered.response && response, contact } as Data<'form.answered'>
    return [{ type: 'form.answered', contactId, subject: null, data }]
  },
}

async function messagesOf(db: Db, payload: object) {
  const messages = await messagesByIds(db, (payload as { ids: string[] }).ids)
  return messages.filter(({ direction }) => direction !== 'internal')
}

async function contactsOf(
  { db, country }: { db: Db; country: string },
  ids: string[],
): Promise<Map<string, ContactSummary>> {
  if (ids.length === 0) return new Map()
  return new Map((await summariesOf(db, country, ids)).map((contact) => [contact.id, contact]))
}
