import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RANK } from '@crewline/contract/message-states'
import { countTexts } from '@crewline/contract/segments'
import { parsePhone } from '@crewline/contract/phone'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededDemo, type SeededDemo } from '../../../test/kit/demo.ts'
import { findSealedColumns, openAsOwner } from '../../../test/kit/sealed-values.ts'
import type { Database, Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { sealedColumns } from '../../kernel/secrets/sealed-columns.ts'
import { checkPassword } from '../../kernel/secrets/passwords.ts'
import { verifyEvery } from '../../modules/consent/index.ts'
import { checkCustom, fieldsOf } from '../../modules/fields/index.ts'
import { everyLine } from '../../modules/lines/index.ts'
import { previewOf } from '../../modules/conversations/index.ts'
import { createNetwork } from '../../simulators/carrier/network.ts'
import type { LedgerRecord } from '../../simulators/carrier/records.ts'
import { connectModules } from '../modules.ts'
import { seedDemo } from '../seed.ts'

let demo: SeededDemo
let database: Database
let kernel: Kernel
let dir: string
let system: Db

beforeAll(async () => {
  demo = await seededDemo()
  ;({ kernel, dir, system } = demo)
  database = kernel.database
})

afterAll(() => demo.close())

async function rowsOf<Row>(query: ReturnType<typeof sql<Row>>, db = system): Promise<Row[]> {
  return (await query.execute(db)).rows
}

async function numberOf(query: ReturnType<typeof sql<{ n: number }>>, db = system): Promise<number> {
  return (await rowsOf(query, db))[0]?.n ?? 0
}

/** Whether conversation `v` has more than broadcasts and what contacts answered to them. */
const isThread = sql`exists (select from message o where o.org_id = v.org_id and o.contact_id = v.contact_id
  and o.batch_id is null and o.kind <> 'auto_reply')`

describe('the demo', () => {
  test('is created once', async () => {
    expect(demo.wasMade).toBe(true)
    expect(await seedDemo(kernel)).toBe(false)
    expect(await numberOf(sql<{ n: number }>`select count(*)::int as n from organization`)).toBe(5)
  })

  test('has birthdays, with and without a year, for the celebrations that are on', async () => {
    const [all, withYear] = await Promise.all(
      [sql`true`, sql`length(birthday) = 10`].map((which) =>
        numberOf(sql<{ n: number }>`select count(*)::int as n from contact where birthday is not null and ${which}`),
      ),
    )
    expect(all).toBeGreaterThanOrEqual(40)
    expect(withYear).toBeGreaterThanOrEqual(20)
    expect(all).toBeGreaterThan(withYear ?? 0)
  })

  test('has a published issue of news in two languages, with readers and reactions', async () => {
    const [issue] = await rowsOf(sql<{ id: string; languages: string[] }>`
      select id, published->'languages' as languages from news_issue where published is not null`)
    expect(issue?.languages).toEqual(['es'])
    const types = await rowsOf(sql<{ type: string }>`
      select distinct jsonb_array_elements(published->'blocks')->>'type' as type from news_issue where id = ${issue?.id ?? ''}`)
    expect(types.map(({ type }) => type)).toEqual(expect.arrayContaining(['gallery', 'poll', 'event', 'celebrations']))
    const readers = await rowsOf(sql<{ language: string; reacted: number }>`
      select language, count(reaction)::int as reacted from news_reader where issue_id = ${issue?.id ?? ''} group by language order by 1`)
    expect(readers).toEqual([
      { language: 'en', reacted: 35 },
      { language: 'es', reacted: 21 },
    ])
  })

  test('has six custom fields with valid values', async () => {
    const [acme] = await rowsOf(
      sql<{ id: string }>`select id from organization where parent_id is null and slug like 'acme%'`,
    )
    const db = database.ofOrg(acme?.id as string)
    const fields = await fieldsOf(db)
    expect(fields).toHaveLength(6)
    const contacts = await rowsOf(sql<{ custom: Record<string, unknown> }>`select custom from contact`, db)
    for (const { custom } of contacts) {
      const read = checkCustom(fields, custom, { country: 'US', partial: true })
      expect(read).toEqual({ values: custom, errors: {} })
    }
    const badges = contacts.map(({ custom }) => custom['badge_number'])
    expect(new Set(badges).size).toBe(contacts.length)
  })

  test('has one import that accounts for all imported contacts', async () => {
    const imports = await rowsOf(sql<{ fileName: string; state: string; added: number; came: number }>`
      select file_name as "fileName", state, (result->>'added')::int as added,
        (select count(*)::int from contact c where c.org_id = i.org_id and c.source = 'import') as came from import i`)
    expect(imports).toEqual([
      { fileName: 'crew-list.xlsx', state: 'done', added: imports[0]?.came, came: imports[0]?.came },
    ])
    expect(imports[0]?.added).toBeGreaterThan(0)
  })

  test('has shifts that groups work, and a guard that lets texts arrive at any hour', async () => {
    const worked = await rowsOf(
      sql<{ shift: string; name: string }>`
        select distinct s.name as shift, g.name from group_shift w join shift s on s.org_id = w.org_id and s.id = w.shift_id
          join contact_group g on g.org_id = w.org_id and g.id = w.group_id order by 1`,
    )
    expect(worked).toEqual([
      { shift: 'Days', name: 'Day shift' },
      { shift: 'Evenings', name: 'Second shift' },
      { shift: 'Nights', name: 'Night shift' },
      { shift: 'Weekends', name: 'Weekend crew' },
    ])
    expect(await rowsOf(sql`select from organization where settings ? 'offClockGuard'`)).toEqual([])
  })

  test('has a manager limited to two groups and a pending invitation', async () => {
    const [tom] = await rowsOf(sql<{ orgId: string; memberId: string }>`
      select m.org_id as "orgId", m.id as "memberId" from member m join user_account p on p.id = m.user_id
      where m.scope = 'groups' and p.email = 'tom.kowalski@demo.test'`)
    const memberDb = database.ofOrg(tom?.orgId as string, tom?.memberId)
    const groups = await rowsOf(sql<{ name: string }>`select name from contact_group order by name`, memberDb)
    expect(groups.map((group) => group.name)).toEqual(['Night shift', 'Weekend crew'])
    const visibleCount = await numberOf(sql<{ n: number }>`select count(*)::int as n from contact`, memberDb)
    expect(visibleCount).toBeGreaterThan(100)
    expect(visibleCount).toBeLessThan(700)
    expect(await numberOf(sql<{ n: number }>`select count(*)::int as n from conversation`, memberDb)).toBeGreaterThan(
      20,
    )
    const invited = await rowsOf(sql`select role, cardinality(group_ids) as groups, accepted_at from invitation`)
    expect(invited).toEqual([{ role: 'agent', groups: 1, accepted_at: null }])
  })

  test('has the promised organizations, contacts and conversations', async () => {
    const organizations = await rowsOf(sql<{
      name: string
      parent: string | null
      status: string
      contacts: number
      conversations: number
    }>`
      select o.name, p.name as parent, o.status, (select count(*)::int from contact c where c.org_id = o.id) as contacts,
        (select count(*)::int from conversation v where v.org_id = o.id and ${isThread}) as conversations
      from organization o left join organization p on p.id = o.parent_id order by o.slug`)
    expect(organizations).toEqual([
      { name: 'Acme Cold Storage', parent: 'Acme Foods', status: 'active', contacts: 200, conversations: 50 },
      { name: 'Acme Foods', parent: null, status: 'active', contacts: 1400, conversations: 350 },
      { name: 'Acme Foods Plant 2', parent: 'Acme Foods', status: 'active', contacts: 300, conversations: 80 },
      { name: 'Harbor Clinic', parent: null, status: 'past_due', contacts: 100, conversations: 25 },
      { name: 'North Shore Bakery', parent: null, status: 'past_due', contacts: 40, conversations: 12 },
    ])
  })

  test('lets every user log in with the shared password', async () => {
    const users = await rowsOf(
      sql<{ email: string; hash: string }>`select email, password_hash as hash from user_account`,
    )
    for (const role of ['owner', 'admin', 'manager', 'agent', 'author', 'viewer', 'pastdue', 'suspended']) {
      const hash = users.find((user) => user.email === `${role}@demo.test`)?.hash ?? null
      expect(await checkPassword(hash, 'crewline-demo')).toBe(true)
    }
  })

  test('has an organization that is past due, and one that is suspended and warned about its number', async () => {
    const owing = await rowsOf(
      sql<{ name: string; isSuspended: boolean; warnings: number; goes: string[]; days: number | null }>`
        select o.name, a.suspended_at is not null as "isSuspended", a.release_warnings as warnings,
          array(select l.phone from line l where l.org_id = o.id and l.bought_at is not null) as goes,
          round(extract(epoch from a.release_at - a.synced_at) / 86400)::int as days
        from billing_account a join organization o on o.id = a.org_id where a.blocked_at is not null order by 1`,
    )
    expect(owing).toEqual([
      { name: 'Harbor Clinic', isSuspended: false, warnings: 0, goes: [], days: null },
      { name: 'North Shore Bakery', isSuspended: true, warnings: 1, goes: ['+13125550105'], days: 14 },
    ])
    const warned = await rowsOf(sql`select from billing_notice where key like 'release|%|1'`)
    expect(warned).toHaveLength(1)
  })

  test('has a line per organization with secrets that open, and one more at Twilio', async () => {
    const lines = await everyLine(system, kernel.encryption)
    expect(lines.map((line) => line.carrier).sort()).toEqual([
      'simulated',
      'simulated',
      'simulated',
      'simulated',
      'simulated',
      'twilio',
    ])
    const night = lines.find((line) => line.carrier === 'twilio')
    expect(night?.credentials.account).toMatch(/^AC[0-9a-f]{32}$/)
    expect(night?.credentials.key).toMatch(/^[0-9a-f]{32}$/)
    expect(night?.credentials.secret).toBe(night?.credentials.key)
    const onIt = await numberOf(
      sql<{ n: number }>`select count(*)::int as n from conversation where line_id = ${night?.id}`,
    )
    expect(onIt).toBeGreaterThan(20)
  })

  test('shows every settled message state and has nothing due before tomorrow', async () => {
    const rows = await rowsOf(sql<{ state: string }>`select distinct state from message`)
    const inProgress = new Set(['held', 'queued', 'submitting', 'submitted'])
    expect(rows.map((row) => row.state).sort()).toEqual(
      Object.keys(RANK)
        .filter((state) => !inProgress.has(state))
        .sort(),
    )
    const due = await rowsOf(
      sql<{ soon: boolean }>`select due_at < now() + interval '6 hours' as soon from outgoing_chunk`,
    )
    expect(due).toEqual([{ soon: false }])
  })

  test('has no unfilled placeholder and counts segments as the composer does', async () => {
    const bodies = await rowsOf(
      sql<{
        body: string
        encoding: string
        segments: number
      }>`select body, encoding, segments from message where direction <> 'internal' and kind <> 'voicemail'`,
    )
    for (const { body, encoding, segments } of bodies) {
      expect(body).not.toMatch(/[{}[\]|¶]|undefined|null|^$/)
      expect(countTexts(body)).toMatchObject({ encoding, segments })
    }
  })

  test('has an example of everything a thread can contain', async () => {
    const [held] = await rowsOf(sql<Record<string, number>>`
      select count(*) filter (where translation is not null)::int as translated, count(*) filter (where reactions is not null)::int as liked,
        count(*) filter (where possible_opt_out)::int as asking, count(*) filter (where cardinality(mentions) > 0)::int as mentioning,
        count(*) filter (where voicemail is not null)::int as calls from message`)
    expect(Object.entries(held ?? {}).filter(([, n]) => n === 0)).toEqual([])
    expect(await rowsOf(sql`select state, transcript is not null as written from voicemail order by state`)).toEqual([
      { state: 'heard', written: true },
      { state: 'new', written: false },
    ])
    expect(
      await rowsOf(sql`select shared, count(*)::int as n from saved_reply group by shared order by shared`),
    ).toEqual([
      { shared: false, n: 1 },
      { shared: true, n: 6 },
    ])
    expect(await rowsOf(sql`select word from keyword order by word`)).toEqual([{ word: 'MAP' }, { word: 'PAY' }])
    expect(
      await numberOf(sql<{ n: number }>`select count(*)::int as n from conversation where failed`),
    ).toBeGreaterThan(0)
  })

  test('gives every message a valid month, time and numbers', async () => {
    expect(
      await numberOf(
        sql<{ n: number }>`select count(*)::int as n from message where tableoid = 'message_rest'::regclass`,
      ),
    ).toBe(0)
    const mismatches = sql<{
      n: number
    }>`select count(*)::int as n from message m join contact c on c.org_id = m.org_id and c.id = m.contact_id
      join line l on l.id = m.line_id
      where m.at > now() or m.settled_at > now() or m.at < c.created_at or (m.state <> 'scheduled' and uuid_floor(m.at) > m.id)
        or c.phone is distinct from (case when m.direction = 'in' then m.phone_from else m.phone_to end)
        or l.phone is distinct from (case when m.direction = 'in' then m.phone_to else m.phone_from end)`
    expect(await numberOf(mismatches)).toBe(0)
  })
})

describe('data consistency', () => {
  test('matches each conversation summary to the last message, with an unread count within what arrived since our last reply', async () => {
    const summaries = await rowsOf(sql<{
      preview: string
      body: string
      same: boolean
      unread: number
      waiting: number
    }>`
      select v.last_preview as preview, coalesce(case when m.direction = 'in' then m.translation->>'text' end, m.body) as body, (m.at = v.last_at or m.kind = 'broadcast') and m.direction = v.last_direction and m.id = v.last_message_id as same,
        coalesce((select max(u.count) from unread u where u.org_id = v.org_id and u.contact_id = v.contact_id), 0) as unread, (select count(*)::int from message i where i.org_id = v.org_id and i.contact_id = v.contact_id and i.id >
          coalesce((select max(o.id::text)::uuid from message o where o.org_id = v.org_id and o.contact_id = v.contact_id and o.direction = 'out' and o.kind <> 'broadcast'), uuid_floor('epoch'))) as waiting
      from conversation v cross join lateral (
        select * from message m where m.org_id = v.org_id and m.contact_id = v.contact_id and m.direction <> 'internal' and m.state <> 'scheduled' order by m.id desc limit 1) m`)
    expect(summaries).toHaveLength(await numberOf(sql<{ n: number }>`select count(*)::int as n from conversation`))
    for (const summary of summaries) {
      expect(summary.same).toBe(true)
      if (summary.body === '') expect(summary.preview).toMatch(/^Voicemail 0:\d\d$/)
      else expect(summary.preview).toBe(previewOf(summary.body))
      expect(summary.unread).toBeLessThanOrEqual(summary.waiting)
    }
    const unread = sql<{
      n: number
    }>`select count(*)::int as n from conversation v join organization o on o.id = v.org_id where o.slug = 'acme-foods' and waiting_since is not null`
    expect(await numberOf(unread)).toBeGreaterThanOrEqual(12)
  })

  test('counts the members of each group and their last message times', async () => {
    const mismatches = sql<{ n: number }>`select count(*)::int as n from contact_group g
      where type <> 'system' and (contact_count <> (select count(*) from group_member m where m.group_id = g.id)
        or reachable_count > contact_count or reachable_count = 0 or state <> 'ready')`
    expect(await numberOf(mismatches)).toBe(0)
    const smart = await rowsOf(
      sql<{ name: string }>`select name from contact_group where type = 'dynamic' and managed_by is null order by name`,
    )
    expect(smart.map((group) => group.name)).toEqual([
      ...['Bedford Park at night', 'Hired in the last 90 days', 'Speaks Spanish'],
    ])
    const allGroupMismatches = sql<{
      n: number
    }>`select count(*)::int as n from contact_group g where system_key = 'all'
      and contact_count <> (select count(*) from contact c where c.org_id = g.org_id and c.archived_at is null)`
    expect(await numberOf(allGroupMismatches)).toBe(0)
    // A broadcast alone moves no contact up, neither in the inbox nor in a group.
    const late = sql<{
      n: number
    }>`select count(*)::int as n from group_member g left join conversation v on v.org_id = g.org_id and v.contact_id = g.contact_id
      where g.last_at is distinct from v.last_at and not (g.last_at is null and v.archived)`
    expect(await numberOf(late)).toBe(0)
  })

  test('records an opt-out for each opted-out number and sends only the confirmation afterwards', async () => {
    const optedOut = await numberOf(sql<{ n: number }>`select count(*)::int as n from consent where opted_out`)
    expect(optedOut).toBeGreaterThan(30)
    const missingEvents = sql<{ n: number }>`select count(*)::int as n from consent k where opted_out and not exists (
      select from consent_event e where e.org_id = k.org_id and e.phone = k.phone and e.action = 'opt_out' and e.at = k.changed_at)`
    expect(await numberOf(missingEvents)).toBe(0)
    for (const { id } of await rowsOf(sql<{ id: string }>`select id from organization`))
      expect((await verifyEvery(database.ofOrg(id))).broken).toEqual([])
    const after = sql<{
      n: number
    }>`select count(*)::int as n from consent k join message m on m.org_id = k.org_id and m.phone_to = k.phone
      where k.opted_out and m.at > k.changed_at and m.kind <> 'auto_reply' and m.state <> 'suppressed'`
    expect(await numberOf(after)).toBe(0)
  })

  test('has API keys and webhooks with a delivery that came later, whose secrets are known to no one', async () => {
    const keys = await rowsOf(sql<{ name: string; isRevoked: boolean; scope: string }>`
      select k.name, k.revoked_at is not null as "isRevoked", m.scope from api_key k
      join member m on m.org_id = k.org_id and m.id = k.member_id order by k.created_at`)
    expect(keys).toEqual([
      { name: 'Old time clock', isRevoked: true, scope: 'all' },
      { name: 'Payroll', isRevoked: false, scope: 'all' },
      { name: 'Night shift board', isRevoked: false, scope: 'groups' },
    ])
    const deliveries = await rowsOf(sql<{ name: string; endpoint: string; state: string; answers: number[] }>`
      select e.name, e.state as endpoint, d.state,
        array(select a.http from webhook_attempt a where a.delivery_id = d.id order by a.id) as answers
      from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id order by e.created_at, d.created_at`)
    expect(deliveries).toEqual([
      { name: 'Former benefits portal', endpoint: 'failed', state: 'delivered', answers: [200] },
      { name: 'Former benefits portal', endpoint: 'failed', state: 'failed', answers: [410] },
      { name: 'Shift planner', endpoint: 'on', state: 'delivered', answers: [200] },
      { name: 'Shift planner', endpoint: 'on', state: 'delivered', answers: [503, 503, 200] },
      { name: 'Shift planner', endpoint: 'on', state: 'delivered', answers: [200] },
    ])
    const hosts = await rowsOf(sql<{ url: string }>`select url from webhook_endpoint`)
    for (const { url } of hosts) expect(new URL(url).hostname).toMatch(/\.example$/)
  })

  test('has a company that carriers rejected for its EIN, retention periods, legal holds, and an export', async () => {
    const registrations = await rowsOf(sql<{ kind: string; state: string; code: string }>`
      select kind, state, problems->0->>'code' as code from carrier_registration`)
    expect(registrations).toEqual([{ kind: 'brand', state: 'rejected', code: 'ein' }])
    const periods = await rowsOf(sql<{ class: string; months: number; applies: boolean }>`
      select class, months, applies_at <= now() as applies from retention_setting order by class`)
    expect(periods).toEqual([
      { class: 'log_ins', months: 24, applies: true },
      { class: 'voicemails', months: 36, applies: false },
    ])
    const holds = await rowsOf(sql<{ contacts: number; isReleased: boolean }>`
      select (select count(*)::int from legal_hold_contact k where k.hold_id = h.id) as contacts,
        released_at is not null as "isReleased" from legal_hold h order by placed_at`)
    expect(holds).toEqual([
      { contacts: 1, isReleased: true },
      { contacts: 3, isReleased: false },
    ])
    const exports = await rowsOf(sql<{ state: string; conversations: number; files: number }>`
      select state, cardinality(contact_ids) as conversations,
        (select count(*)::int from record_file f where f.export_id = e.id) as files from record_export e`)
    expect(exports).toMatchObject([{ state: 'ready', conversations: 3 }])
    expect(exports[0]?.files).toBeGreaterThanOrEqual(9)
  })

  test('uses valid, unique phone numbers', async () => {
    const phones = (
      await rowsOf(
        sql<{ phone: string }>`select phone from contact where phone is not null union all select phone from line`,
      )
    ).map((row) => row.phone)
    expect(new Set(phones).size).toBe(phones.length)
    for (const phone of phones) expect(parsePhone(phone, 'US')?.e164).toBe(phone)
  })

  test('hides the rows of other organizations', async () => {
    const orgs = await rowsOf(sql<{ id: string }>`select id from organization`)
    for (const { id } of orgs) {
      for (const table of [
        'contact',
        'conversation',
        'message',
        'contact_group',
        'group_member',
        'consent',
        'consent_event',
        'line',
        'member',
      ]) {
        const count = sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where org_id = ${id}`
        const all = sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`
        expect({ table, n: await numberOf(all, database.ofOrg(id)) }).toEqual({ table, n: await numberOf(count) })
      }
    }
  })
})

test('seals nothing outside the columns that modules list for the rotation of keys', async () => {
  connectModules()
  const client = await openAsOwner(kernel)
  try {
    const listed = new Set(sealedColumns().map(({ table, column }) => `${table}.${column}`))
    const found = await findSealedColumns(client)
    expect(found).toContain('line.credentials')
    expect(found.filter((name) => !listed.has(name))).toEqual(
      ['encryption_key.key_check', 'master_key_check.sealed'].filter((name) => found.includes(name)),
    )
  } finally {
    await client.end()
  }
})

test('stores the threads on the phones of the six main characters', async () => {
  const network = createNetwork()
  const lines = (await readFile(join(dir, 'simulator/ledger.jsonl'), 'utf8')).trim().split('\n')
  for (const line of lines) network.apply(JSON.parse(line) as LedgerRecord)
  expect([...network.handsets.values()].map((handset) => handset.name).sort()).toEqual(
    ['Ana Ruiz', 'Ben Cho', 'Jean-Baptiste Pierre', 'Nguyễn Thị Hoa', 'Sam Okoro', 'فاطمة الزهراء'].sort(),
  )
  for (const { phone, texts } of network.handsets.values()) {
    const stored = await rowsOf(
      sql<{
        body: string
      }>`select body from message where (phone_from = ${phone} or phone_to = ${phone}) and state <> 'scheduled' order by id`,
    )
    expect(texts.map((text) => text.body)).toEqual(stored.map((row) => row.body))
  }
})
