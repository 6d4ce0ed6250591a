import { eraseContact, mergeContacts, personalData } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contactDataOfModules, type ContactData, type ContactTable } from '../src/kernel/contact-data.ts'
import { localize } from '../src/kernel/i18n/localize.ts'
import { modules } from '../src/main/modules.ts'
import { nameOf, titleOf } from '../src/modules/privacy/personal-data-words.ts'
import { gatherNew } from '../src/modules/search/index.ts'
import { makeContact, makeGroup, type TestContact } from './kit/cast.ts'
import { followUntilNow } from './kit/events.ts'
import { nativeCall } from './kit/hooks.ts'
import { testApp, type TestApp } from './kit/test-app.ts'

/** Numbers of the organization itself, not of its contacts. */
const OTHER_NUMBERS = new Set(['line.phone'])
/** Data that the personal data export reads itself: fields, and messages page by page. */
const OWN_SECTIONS = new Set(['attributes', 'messages'])
/** Written by an erasure only. */
const AFTER_ERASURE = 'contact_erasure'
const CANARY = 'canaryword'

let t: TestApp
let kept: TestContact
let merged: TestContact
let groupId: string
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  kept = await makeContact(t.process.kernel, t.acme.id, 'Kept', '+14155554101')
  merged = await makeContact(t.process.kernel, t.acme.id, CANARY, '+14155554102')
  await fillTables(merged)
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look everywhere')
const declared = (): [table: string, ContactTable][] =>
  contactDataOfModules().flatMap(({ data }) => Object.entries(data.tables))

async function receiveText(phone: string, body: string): Promise<void> {
  const id = `txt_${t.process.kernel.world.id()}`
  const call = nativeCall(t.acme.line, { type: 'inbound', id, from: phone, to: t.acme.line.phone, body })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
  expect(answer.status).toBe(200)
}

/** Writes at least one row about a contact into every table that can have one. */
async function fillTables(contact: TestContact): Promise<void> {
  const { kernel } = t.process
  const other = await makeContact(kernel, t.acme.id, 'Other', '+14155554103')
  await receiveText(kept.phone, 'Earlier')
  await receiveText(contact.phone, `${CANARY} hello`)
  await receiveText(contact.phone, 'STOP')
  await untilIndexed(contact.id, true)
  await t.as(t.acme.ann).call(mergeContacts, { body: { keepId: contact.id, otherId: other.id } })
  groupId = await makeGroup(kernel, t.acme.id, 'Night', [contact.id])
  const key = kernel.world.id()
  const rows: [table: string, columns: string, values: string][] = [
    ['contact_pair_dismissed', 'low_id, high_id, by_user, at', '$2, $3, $4, now()'],
    ['group_pin', 'group_id, contact_id, kind, at', `'${groupId}', $2, 'in', now()`],
    ['group_event', 'group_id, contact_id, at, change, cause', `'${groupId}', $2, now(), 'left', 'hand'`],
    ['import', 'id, user_id, file_name, bytes, state, created_at', "$3, $4, 'people.csv', 0, 'done', now()"],
    ['import_row', 'import_id, row, cells, phone, contact_id', `$3, 2, '["${CANARY}"]', '${contact.phone}', $2`],
    ['import_undo', 'import_id, row, contact_id, added, before', `$3, 2, $2, false, '{"firstname":"${CANARY}"}'`],
    ['away_sent', 'contact_id, at', '$2, now()'],
    [
      'link',
      'id, owner_kind, owner_id, url, created_at, expires_at',
      "$3, 'test', $3, 'https://example.com', now(), now()",
    ],
    ['link_code', 'code, link_id, contact_id, made_at', 'left($3::text, 8), $3, $2, now()'],
    [
      'flow',
      'id, owner_kind, owner_id, steps, texts, is_anonymous, allow_change, listen_until, created_at',
      `$3, 'broadcast', $3, '[{"id":"q","prompt":{"en":"More fans?"},"options":[]}]', '{}', false, true, now(), now()`,
    ],
    [
      'flow_session',
      'id, flow_id, contact_id, phone, language, line_id, expires_at, started_at, prompted_at',
      `$3, $3, $2, '${contact.phone}', 'en', $3, now(), now(), now()`,
    ],
    [
      'broadcast_recipient',
      'run_id, contact_id, phone, language, state',
      `$3, $2, '${contact.phone}', 'en', 'delivered'`,
    ],
    [
      'opt_in_page',
      'id, url, name, content, created_at, updated_at',
      "$3, 'break-room', 'Break room', '{}', now(), now()",
    ],
    [
      'opt_in_join',
      'id, page_id, contact_id, phone, state, entered, language, wording, method, created_at, expires_at',
      `$3, $3, $2, '${contact.phone}', 'joined', '{"firstname":"${CANARY}"}', 'en', 'I agree', 'web', now(), now()`,
    ],
    ['celebration', 'id, content, created_at, updated_at', `$3, '{"name":"${CANARY}"}', now(), now()`],
    ['celebration_send', 'celebration_id, contact_id, year, state, at', "$3, $2, 2026, 'sent', now()"],
    ['form', 'id, code, name, content, created_at, updated_at', "$3, 'code', 'Safety walk', '{}', now(), now()"],
    [
      'form_response',
      'form_id, id, version, contact_id, answers, language, via, at',
      `$3, $3, 1, $2, '{"q1":"${CANARY}"}', 'en', 'link', now()`,
    ],
    ['form_participant', 'form_id, contact_id', '$3, $2'],
    ['flow_answer', 'flow_id, id, step_id, contact_id, text, at', `$3, $3, 'q', $2, '${CANARY}', now()`],
    ['tag', 'id, name, color, created_at', "$3, 'Urgent', 'red', now()"],
    ['conversation_tag', 'contact_id, tag_id, last_at', '$2, $3, now()'],
    ['draft', 'user_id, contact_id, body, written_at', `$4, $2, '${CANARY}', now()`],
    ['conversation_mute', 'user_id, contact_id', '$4, $2'],
    [
      'voicemail',
      'id, contact_id, line_id, call_id, message_id, file_id, duration_sec, transcript, at',
      `$3, $2, $3, 'call', $3, $3, 1, '${CANARY}', now()`,
    ],
    [
      'webhook_endpoint',
      'id, name, url, events, secret, created_by, created_at',
      "$3, '', 'https://example.com', '{}', '', $4, now()",
    ],
    [
      'webhook_delivery',
      'id, endpoint_id, type, contact_id, body, next_at, created_at',
      `$3, $3, 'contact.changed', $2, '${CANARY}', now(), now()`,
    ],
    [
      'chat_channel',
      'id, kind, name, url, language, events, wait_minutes, since, created_at',
      "$3, 'slack', '', '', 'en', '{}', 30, now(), now()",
    ],
    [
      'chat_post',
      'id, channel_id, event, contact_id, subject, content, next_at, created_at',
      `$3, $3, 'voicemail.left', $2, 'x', '{"title":"${CANARY}"}', now(), now()`,
    ],
    [
      'hr_person',
      'external_id, contact_id, fix_contact_id, state, seen',
      `'person-1', $2, $2, 'linked', '{"firstname":"${CANARY}"}'`,
    ],
    ['hr_sync', 'id, state, is_scheduled, created_at', "$3, 'done', false, now()"],
    [
      'hr_row',
      'sync_id, row, external_id, name, phone, contact_id, draft',
      `$3, 1, 'person-1', '${CANARY}', '${contact.phone}', $2, '{"firstname":"${CANARY}"}'`,
    ],
    [
      'legal_hold',
      'id, name, reason, covers, placed_by, placed_at, released_at',
      "$3, 'x', 'x', 'contacts', $4, now(), now()",
    ],
    ['legal_hold_contact', 'hold_id, contact_id', '$3, $2'],
    ['celebration_unnamed', 'contact_id, since', '$2, now()'],
    ['shift', 'id, name, hours, created_at', "$3, 'Nights', '{}', now()"],
    ['contact_shift', 'contact_id, shift_id', '$2, $3'],
    [
      'record_export',
      'id, title, contact_ids, options, created_by, created_at, expires_at',
      "$3, 'x', array[$2::uuid], '{}', $4, now(), now()",
    ],
    [
      'subject_request',
      'id, contact_id, name, kind, asked_by, asked_on, due_on, logged_by, logged_at',
      `$3, $2, '${CANARY}', 'access', '${CANARY}', now(), now(), $4, now()`,
    ],
    [
      'contact_transfer',
      'id, contact_id, to_org_id, to_name, state, with_messages, by_user, at',
      `$3, $2, '${t.beta.id}', 'Beta', 'declined', true, $4, now()`,
    ],
    [
      'contact_arrival',
      'id, contact_id, from_org_id, from_name, how, by_name, at, consent',
      `$3, $2, '${t.beta.id}', 'Beta', 'added', 'Bo', now(), '[{"wording":"${CANARY}"}]'`,
    ],
    [
      'contact_arrival_text',
      'arrival_id, nth, at, direction, sender, state, body, translation, files',
      `$3, 1, now(), 'in', '', 'received', '${CANARY}', '', '{}'`,
    ],
    ['figure_contact', 'place, contact_id', '(select count(*) from figure_contact), $2'],
    ['missed_call', 'line_id, call_id, contact_id, at', "$3, 'call', $2, now()"],
    [
      'push_device',
      'id, user_id, address_fingerprint, sealed, label, created_at',
      "$3, $4, uuid_send($3), '', 'Browser', now()",
    ],
    ['push_message', 'id, device_id, contact_id, sealed, due_at, expires_at', "$3, $3, $2, '', 'infinity', 'infinity'"],
    ['contact_run', 'id, user_id, request, total, created_at', "$3, $4, '{}', 1, now()"],
    ['contact_run_undo', 'run_id, contact_id, change', `$3, $2, '{"was":"${CANARY}"}'`],
  ]
  await asOwner(async (owner) => {
    for (const [table, columns, values] of rows) {
      const parameters = { $2: contact.id, $3: key, $4: t.acme.ann.id }
      const text = values.replaceAll(/\$[234]/g, (name) => `'${parameters[name as keyof typeof parameters]}'::uuid`)
      await owner.query(`insert into ${table} (org_id, ${columns}) values ('${t.acme.id}', ${text})`)
    }
  })
}

/** The index follows the event log, which waits for every transaction of the cluster. */
async function untilIndexed(contactId: string, isIndexed: boolean): Promise<void> {
  await t.until(async () => {
    await gatherNew(t.process.kernel)
    return (await rowsAbout('message_search', ['contact_id'], [contactId])) > 0 === isIndexed
  })
}

async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: t.process.kernel.config.databaseUrl })
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** Counts the rows of a table that name one of these contacts or numbers. */
async function rowsAbout(table: string, columns: readonly string[], values: string[]): Promise<number> {
  const conditions = columns.map(
    (column) => sql`to_jsonb(${sql.ref(column)})::text like any(${values.map((value) => `%${value}%`)}::text[])`,
  )
  const result = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where org_id = ${t.acme.id} and (${sql.join(conditions, sql` or `)})`.execute(
    system(),
  )
  return result.rows[0]?.n ?? 0
}

/** Returns every column that names a contact or holds a number, as table.column. */
async function contactColumns(): Promise<string[]> {
  return asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(`
      select k.relname || '.' || a.attname as name from pg_class k join pg_attribute a on a.attrelid = k.oid and a.attnum > 0 and not a.attisdropped
      where k.relnamespace = 'public'::regnamespace and k.relkind in ('r', 'p') and not k.relispartition
        and exists (select from pg_attribute o where o.attrelid = k.oid and o.attname = 'org_id')
        and (a.attname ~ '^(contact_ids?|phones?|phone_(from|to))$' or exists (
          select from pg_constraint f where f.contype = 'f' and f.conrelid = k.oid and f.confrelid = 'contact'::regclass
            and a.attnum = any(f.conkey) and a.attname <> 'org_id'))
      order by 1`)
    return rows.map(({ name }) => name)
  })
}

async function undeclaredColumns(): Promise<string[]> {
  const known = new Set(declared().flatMap(([table, { columns }]) => columns.map((column) => `${table}.${column}`)))
  return (await contactColumns()).filter((name) => !known.has(name) && !OTHER_NUMBERS.has(name))
}

describe('the declarations of what modules store about contacts', () => {
  test('name every column that names a contact or holds a number', async () => {
    expect(await undeclaredColumns()).toEqual([])
  })

  test('would miss a new table', async () => {
    await asOwner((owner) => owner.query('create table badge (org_id uuid, contact_id uuid)'))
    expect(await undeclaredColumns()).toEqual(['badge.contact_id'])
    await asOwner((owner) => owner.query('drop table badge'))
  })

  test('are made by the modules that own the tables, and name columns that exist', async () => {
    const owned = modules.flatMap(({ name, owns, contactData }) =>
      Object.keys(contactData?.tables ?? {}).map((table) => [name, table, owns.includes(table)]),
    )
    expect(owned.filter(([, , isOwned]) => !isOwned)).toEqual([])
    for (const [table, { columns }] of declared()) await rowsAbout(table, columns, ['none'])
  })

  test('list every table in a section of the export or say why not, with labels in each language', async () => {
    const queries: NonNullable<ContactData['export']> = Object.fromEntries(
      contactDataOfModules().flatMap(({ data }) => Object.entries(data.export ?? {})),
    )
    const named = new Set(declared().flatMap(([, table]) => (typeof table.export === 'string' ? [table.export] : [])))
    expect([...named].filter((section) => !OWN_SECTIONS.has(section)).toSorted()).toEqual(
      Object.keys(queries).toSorted(),
    )
    const contact = { contactIds: [merged.id], phones: [merged.phone], canSeeSensitive: true }
    for (const [section, query] of Object.entries(queries)) {
      expect({ section, title: localize(titleOf(section), 'en') }).not.toEqual({ section, title: section })
      const result = await sql<{ row: object }>`select to_jsonb(q) as row from (${query(contact)}) q`.execute(system())
      expect({ section, rows: result.rows.length }).not.toEqual({ section, rows: 0 })
      for (const column of Object.keys(result.rows[0]?.row ?? {}))
        expect({ section, column: localize(nameOf(column), 'es') }).not.toEqual({ section, column })
    }
  })
})

describe('a contact with a row in every declared table', () => {
  test('has one in each, so that the next tests prove something', async () => {
    const empty: string[] = []
    for (const [table, { columns }] of declared())
      if (table !== AFTER_ERASURE && (await rowsAbout(table, columns, [merged.id, merged.phone])) === 0)
        empty.push(table)
    expect(empty).toEqual([])
  })

  test('is merged: rows move or stay as declared, and groups sort by the messages that moved', async () => {
    const counts = async (id: string) => {
      const all: Record<string, number> = {}
      for (const [table, { columns }] of declared()) {
        const ids = columns.filter((column) => !column.startsWith('phone'))
        if (ids.length > 0) all[table] = await rowsAbout(table, ids, [id])
      }
      return all
    }
    const before = await counts(merged.id)
    const { http } = await t.as(t.acme.ann).call(mergeContacts, { body: { keepId: kept.id, otherId: merged.id } })
    expect(http).toBe(200)
    await untilIndexed(merged.id, false)
    const [from, to] = [await counts(merged.id), await counts(kept.id)]
    for (const [table, { merge }] of declared()) {
      if (!(table in before) || table === AFTER_ERASURE) continue
      if (merge === 'moves') expect([table, from[table], (to[table] ?? 0) > 0]).toEqual([table, 0, true])
      else expect([table, (from[table] ?? 0) > 0]).toEqual([table, true])
    }
    const times = await sql<{ member: Date; conversation: Date }>`
      select m.last_at as member, v.last_at as conversation from group_member m
      join conversation v on v.org_id = m.org_id and v.contact_id = m.contact_id
      where m.contact_id = ${kept.id} and m.group_id = ${groupId}`.execute(system())
    expect(times.rows).toHaveLength(1)
    expect(times.rows[0]?.member).toEqual(times.rows[0]?.conversation)
  })

  test('is exported with every declared section', async () => {
    const answer = await fetch(`${t.process.address}/api${personalData.path}?id=${kept.id}&format=json`, {
      headers: { authorization: `Bearer ${t.acme.ann.token}` },
    })
    const data = (await answer.json()) as { related: Record<string, unknown[]> } & Record<string, unknown[]>
    for (const [table, { export: section }] of declared())
      if (typeof section === 'string')
        expect([table, (data.related[section] ?? data[section])?.length]).not.toEqual([table, 0])
  })

  test('is erased: rows are deleted or blanked as declared', async () => {
    const { http } = await t
      .as(t.acme.ann)
      .call(eraseContact, { body: { contactId: kept.id, reason: 'Asked for it', confirm: true } })
    expect(http).toBe(200)
    await followUntilNow(t, 'search', gatherNew)
    const [ids, phones] = [
      [kept.id, merged.id],
      [kept.phone, merged.phone],
    ]
    for (const [table, { columns, erase }] of declared()) {
      if (erase === 'deleted') expect([table, await rowsAbout(table, columns, [...ids, ...phones])]).toEqual([table, 0])
      const remaining = await sql<{ row: string }>`
        select to_jsonb(r)::text as row from ${sql.table(table)} r where org_id = ${t.acme.id}`.execute(system())
      const identifying = [CANARY, ...phones.map((phone) => phone.slice(1))]
      const found = remaining.rows.filter(({ row }) => identifying.some((text) => row.toLowerCase().includes(text)))
      expect([table, found.map(({ row }) => row)]).toEqual([table, []])
    }
  })
})
