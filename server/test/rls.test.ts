import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup } from './kit/cast.ts'
import { testApp, type TestApp } from './kit/test-app.ts'
import { ROW_OF_EACH } from './kit/row-of-each.ts'
import { testDatabase, type TestDatabase } from './kit/template-db.ts'

/** Runs work on a connection with the role of requests, in the scope of one organization or of none. */
async function asApp<T>(url: string, orgId: string | null, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return asRole(url, { role: 'crewline_app', orgId, memberId: null }, work)
}

async function asRole<T>(
  url: string,
  { role, orgId, memberId }: { role: string; orgId: string | null; memberId: string | null },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: `-c role=${role}` })
  await client.connect()
  try {
    if (orgId) await client.query("select set_config('app.org', $1, false)", [orgId])
    if (memberId) await client.query("select set_config('app.member', $1, false)", [memberId])
    return await work(client)
  } finally {
    await client.end()
  }
}

async function asOwner<Row extends pg.QueryResultRow>(url: string, text: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

const TENANT_TABLES = `
  select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced, pg_get_userbyid(c.relowner) as owner,
    c.relispartition as partition, a.attnotnull as required
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`

interface Table {
  name: string
  enabled: boolean
  forced: boolean
  owner: string
  partition: boolean
  required: boolean
}

describe('the catalog', () => {
  let database: TestDatabase
  let tables: Table[]
  beforeAll(async () => {
    database = await testDatabase()
    await asOwner(database.url, "select create_message_partition('2026-03-05Z')")
    tables = await asOwner<Table>(database.url, TENANT_TABLES)
  })
  afterAll(() => database.drop())

  test('enables and forces row security, with read and write policies, on every table with an organization', async () => {
    const policies = await asOwner<{ tablename: string; roles: string; cmd: string; qual: string; with_check: string }>(
      database.url,
      "select tablename, roles::text, cmd, qual, with_check from pg_policies where schemaname = 'public'",
    )
    expect(tables.length).toBeGreaterThan(15)
    for (const table of tables.filter((candidate) => !candidate.partition)) {
      expect(table).toMatchObject({ enabled: true, forced: true, required: true })
      expect(table.owner).not.toMatch(/^crewline_/)
      const app = policies.filter((policy) => policy.tablename === table.name && policy.roles.includes('crewline_app'))
      expect(app).toEqual([
        expect.objectContaining({
          cmd: 'ALL',
          qual: expect.stringContaining('app.org'),
          with_check: expect.stringContaining('app.org'),
        }),
      ])
    }
  })

  /**
   * Tables a member limited to some groups may read in full, because they contain no contact data. A new table is
   * closed until it is listed here.
   */
  const HAS_NO_CONTACT = new Set([
    'shift',
    'hr_connection',
    'hr_group',
    // Names of files and keys; the rows of files are closed to members limited to some groups.
    ...['hr_file', 'hr_key'],
    'hr_sync',
    ...['carrier_registration_form', 'carrier_registration'],
    'opt_in_page',
    'celebration',
    // Which members get an email.
    'celebration_digest',
    // Pages for everyone with their address, and readers who are not known.
    ...['news_issue', 'news_version', 'news_reader', 'news_picture', 'news_file'],
    ...['form', 'form_version'],
    // Keyed hashes of numbers that belong to no contact.
    'form_number',
    'form_poll_reader',
    ...['saved_reply', 'keyword', 'custom_field', 'phrasebook', 'phrase', 'phrase_text'],
    ...['organization', 'holiday', 'logo', 'custom_role', 'member', 'invitation', 'line', 'line_lease', 'tag'],
    ...['usage_month', 'file_space', 'brand_day'],
    // Figures of the whole organization, closed to members limited to some groups, and days on which some changed.
    ...['figure_day', 'figure_month', 'figure_change', 'figure_range', 'figure_failure'],
    ...['figure_today', 'figure_today_change', 'contact_count'],
    // What the organization itself owes.
    ...['billing_account', 'billing_invoice', 'billing_report', 'billing_notice'],
    // Greetings that every caller hears.
    ...['greeting', 'line_greeting'],
    // A key created by a client, with the id and hash of its message.
    'message_key',
    // How far a member's own list is sorted.
    'unread_order',
    // Texts and their translations, found by the text alone.
    'translation_memory',
    // Rules and fields that an organization shares, with the results.
    ...['share', 'share_copy', 'org_grant'],
    // Column names and their targets.
    'import_memory',
    // What a member tells the whole team at the end of a shift, in their own words.
    ...['shift_note', 'shift_note_read'],
    // Questions; the module that owns a flow decides who opens it.
    'flow',
    // Addresses; their codes name the contacts.
    'link',
    // Times and counts of the whole organization, which every member is told.
    'restore_review',
    // Who viewed the product as whom, and who logged in.
    ...['viewing', 'log_in'],
    // Names and permissions of keys.
    'api_key',
    // Responses of calls, encrypted; only the system role can read them.
    'idempotent_call',
    // Addresses of other systems.
    ...['webhook_endpoint', 'chat_channel'],
    // The identity provider of the organization, and who logs in through it.
    ...['sso_connection', 'sso_domain', 'sso_identity', 'sso_attempt'],
    ...['scim_token', 'scim_user', 'scim_group', 'scim_group_member'],
  ])

  test('narrows every table with contact data for members limited to some groups', async () => {
    const narrowed = await asOwner<{ name: string; permissive: string; cmd: string }>(
      database.url,
      "select tablename as name, permissive, cmd from pg_policies where 'crewline_scoped' = any(roles) order by 1",
    )
    for (const policy of narrowed) expect(policy).toMatchObject({ permissive: 'RESTRICTIVE', cmd: 'ALL' })
    const open = tables.filter(
      (candidate) => !candidate.partition && !narrowed.some(({ name }) => name === candidate.name),
    )
    expect(open.map((candidate) => candidate.name).filter((name) => !HAS_NO_CONTACT.has(name))).toEqual([])
    const inherits = await asOwner<{ yes: boolean }>(
      database.url,
      "select pg_has_role('crewline_scoped', 'crewline_app', 'usage') as yes",
    )
    expect(inherits).toEqual([{ yes: true }])
  })

  test('allows access to partitions only through their table', async () => {
    const partitions = tables.filter((candidate) => candidate.partition)
    expect(partitions.map((partition) => partition.name)).toEqual([
      'message_202603',
      'message_rest',
      'message_search_rest',
    ])
    for (const { name } of partitions) {
      for (const role of ['crewline_app', 'crewline_scoped', 'crewline_system']) {
        const granted = await asOwner<{ any: boolean }>(
          database.url,
          "select has_table_privilege($1, $2, 'select, insert, update, delete, truncate') as any",
          [role, name],
        )
        expect({ name, role, any: granted[0]?.any }).toEqual({ name, role, any: false })
      }
    }
  })

  test('keeps the three roles from owning anything, logging in and bypassing row security', async () => {
    const roles = await asOwner(
      database.url,
      "select rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb from pg_roles where rolname like 'crewline_%' order by 1",
    )
    const powerless = {
      rolsuper: false,
      rolbypassrls: false,
      rolcanlogin: false,
      rolcreaterole: false,
      rolcreatedb: false,
    }
    expect(roles).toEqual([
      { rolname: 'crewline_app', ...powerless },
      { rolname: 'crewline_scoped', ...powerless },
      { rolname: 'crewline_system', ...powerless },
    ])
    const owned = await asOwner(
      database.url,
      "select relname from pg_class where pg_get_userbyid(relowner) like 'crewline_%' and relnamespace = 'public'::regnamespace",
    )
    expect(owned).toEqual([])
  })

  test('lets the app only append to history tables', async () => {
    for (const name of ['audit_entry', 'audit_seal', 'consent_event', 'event_log', 'group_event']) {
      const granted = await asOwner<{ any: boolean }>(
        database.url,
        "select has_table_privilege('crewline_app', $1, 'update, delete, truncate') as any",
        [name],
      )
      expect({ name, any: granted[0]?.any }).toEqual({ name, any: false })
    }
  })

  test('keeps passwords and sessions out of reach of requests', async () => {
    await asApp(database.url, '00000000-0000-4000-8000-000000000000', async (app) => {
      await expect(app.query('select * from session')).rejects.toThrow('permission denied')
      await expect(app.query('select password_hash from user_account')).rejects.toThrow('permission denied')
      await expect(app.query('select mfa_secret from user_account')).rejects.toThrow('permission denied')
      await expect(app.query('select phone from user_account')).rejects.toThrow('permission denied')
      await expect(app.query('select token_hash from invitation')).rejects.toThrow('permission denied')
    })
  })

  test('gives no role of a request the rights of the system role', async () => {
    const memberships = await asOwner(
      database.url,
      "select member::regrole::text as member, roleid::regrole::text as role from pg_auth_members where member::regrole::text like 'crewline_%'",
    )
    expect(memberships).toEqual([{ member: 'crewline_scoped', role: 'crewline_app' }])
  })

  test('includes the organization in every reference to another row', async () => {
    const keys = await asOwner<{ name: string; columns: string[]; target: string }>(
      database.url,
      `select conrelid::regclass::text as name, confrelid::regclass::text as target,
         array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
    )
    const tenants = new Set(tables.map((table) => table.name))
    const loose = keys.filter(
      (key) =>
        tenants.has(key.name) &&
        tenants.has(key.target) &&
        !['organization', 'user_account'].includes(key.target) &&
        !key.columns.includes('org_id'),
    )
    expect(loose).toEqual([])
  })
})

describe('rows of two organizations', () => {
  let t: TestApp
  let url: string
  let tables: string[]
  /** Member ids of the agents, who are limited to one group. */
  const gus: Record<string, string> = {}
  beforeAll(async () => {
    t = await testApp()
    url = t.process.kernel.config.databaseUrl as string
    tables = (await asOwner<Table>(url, TENANT_TABLES))
      .filter((candidate) => !candidate.partition)
      .map((candidate) => candidate.name)
    for (const org of [t.acme, t.beta]) {
      await t.carrier.texts(org.bob.phone, 'STOP', org.line.phone)
      const group = await makeGroup(t.process.kernel, org.id, 'All', [org.bob.id])
      gus[org.id] = await limitTo(t.process.kernel, org.gus, [group])
      await asOwner(
        url,
        `insert into invitation (org_id, id, email, role, token_hash, invited_by, sent_at, expires_at, created_at)
         values ($1, $2, 'x@y.example', 'agent', uuid_send($2), $3, now(), 'infinity', now())`,
        [org.id, group, org.ann.id],
      )
      for (const [table, columns, values] of ROW_OF_EACH)
        await asOwner(url, `insert into ${table} (org_id, ${columns}) values ($1, ${values})`, [org.id, group])
    }
    await t.until(async () => (await t.carrier.sent()).length === 2)
    await t.until(async () => (await asOwner(url, 'select from line_lease')).length === 2)
    // Last, because it ends all sending.
    await asOwner(
      url,
      'insert into restore_review (org_id, began_at, known_until, ask_at) select id, now(), now(), now() from organization',
    )
  })
  afterAll(() => t.close())

  test.each(['that never had a scope', 'whose scope has ended'])(
    'refuses to read and write any table on a connection %s',
    async (connection) => {
      await asApp(url, null, async (app) => {
        if (connection === 'whose scope has ended')
          await app.query(`begin; select set_config('app.org', '${t.acme.id}', true); commit`)
        const hasNoScope = /unrecognized configuration parameter "app\.org"|invalid input syntax for type uuid: ""/
        for (const table of tables) {
          const refusalOf = (text: string) => app.query(text).catch((error: unknown) => (error as Error).message)
          const read = await refusalOf(`select count(*) from ${table}`)
          const removal = await refusalOf(`delete from ${table}`)
          expect({ table, read, removal }).toEqual({
            table,
            read: expect.stringMatching(hasNoScope),
            removal: expect.stringMatching(`${hasNoScope.source}|permission denied`),
          })
        }
        await expect(
          app.query("insert into audit_entry values ($1, $1, now(), null, null, 'x', null, '{}', null)", [t.acme.id]),
        ).rejects.toThrow(hasNoScope)
      })
    },
  )

  test('shows only rows of the own organization in every table', async () => {
    for (const org of [t.acme, t.beta]) {
      await asApp(url, org.id, async (app) => {
        for (const table of tables) {
          const counts = await app.query<{ own: number; other: number }>(
            `select count(*) filter (where org_id = $1)::int as own, count(*) filter (where org_id <> $1)::int as other from ${table}`,
            [org.id],
          )
          expect({ table, ...counts.rows[0] }).toEqual({
            table,
            own: expect.toSatisfy((count: number) => count > 0),
            other: 0,
          })
        }
        const users = await app.query<{ lastname: string }>('select distinct lastname from user_account')
        expect(users.rows).toEqual([{ lastname: org.name }])
      })
    }
  })

  test('shows a limited member only the contacts of their groups with related rows, and nothing without a member or as another', async () => {
    const { id: orgId, bob, cat } = t.acme
    const of = (memberId: string | null, text: string) =>
      asRole(url, { role: 'crewline_scoped', orgId, memberId }, async (client) => (await client.query(text)).rows)
    const queries = ['id from contact', 'contact_id as id from conversation', 'distinct contact_id as id from message']
    for (const query of [...queries, 'contact_id as id from group_member'])
      expect({ look: query, rows: await of(gus[orgId] as string, `select ${query}`) }).toEqual({
        look: query,
        rows: [{ id: bob.id }],
      })
    for (const query of ['distinct phone from consent', 'distinct phone from consent_event'])
      expect(await of(gus[orgId] as string, `select ${query}`)).toEqual([{ phone: bob.phone }])
    expect(await of(gus[orgId] as string, 'select name from contact_group')).toEqual([{ name: 'All' }])
    for (const table of ['event_log', 'audit_entry', 'outgoing_chunk', 'carrier_event', 'unknown_outcome'])
      expect({ table, rows: await of(gus[orgId] as string, `select 1 from ${table}`) }).toEqual({ table, rows: [] })
    for (const memberId of [null, orgId, gus[t.beta.id] as string]) {
      for (const query of [...queries, 'phone from consent', 'wording from consent_event', 'name from contact_group'])
        expect(await of(memberId, `select ${query}`)).toEqual([])
    }
    const gusMemberId = gus[orgId] as string
    await asRole(url, { role: 'crewline_scoped', orgId, memberId: gusMemberId }, async (client) => {
      for (const text of [
        `update contact set location = 'x' where id = '${cat.id}'`,
        `delete from group_member where contact_id = '${cat.id}'`,
        `update contact_group set name = 'x' where name <> 'All'`,
      ])
        expect((await client.query(text)).rowCount).toBe(0)
      for (const text of [
        `insert into group_member (org_id, group_id, contact_id) select org_id, id, '${cat.id}' from contact_group`,
        `insert into member_group (org_id, member_id, group_id) values ('${orgId}', '${gusMemberId}', '${cat.id}')`,
        `update member_group set member_id = member_id`,
        `insert into conversation (org_id, contact_id, last_at) values ('${orgId}', '${cat.id}', now())`,
      ])
        await expect(client.query(text)).rejects.toThrow(/row-level security|permission denied/)
    })
  })

  test('rejects a row written for, or moved to, the other organization', async () => {
    await asApp(url, t.acme.id, async (app) => {
      for (const table of tables) {
        const columns = await asOwner<{ name: string }>(
          url,
          `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
          [table],
        )
        const names = columns.map((column) => column.name).join(', ')
        const forged = columns
          .map((column) => (column.name === 'org_id' ? `'${t.beta.id}'::uuid` : column.name))
          .join(', ')
        await expect(
          app.query(`insert into ${table} (${names}) select ${forged} from ${table} limit 1`),
        ).rejects.toThrow(/row-level security|permission denied/)
        if (columns.some((column) => column.name === 'org_id'))
          await expect(app.query(`update ${table} set org_id = '${t.beta.id}'`)).rejects.toThrow(
            /row-level security|permission denied/,
          )
        const ofBeta = `where org_id = '${t.beta.id}'`
        const column = columns[0]?.name
        const updated = await countChanged(app, `update ${table} set ${column} = ${column} ${ofBeta}`)
        const removed = await countChanged(app, `delete from ${table} ${ofBeta}`)
        expect({ table, updated, removed }).toEqual({ table, updated: 0, removed: 0 })
      }
    })
  })

  /** Returns how many rows a statement changed; a table that the role may not write counts as unchanged. */
  async function countChanged(app: pg.Client, statement: string): Promise<number> {
    return app
      .query(statement)
      .then((result) => result.rowCount ?? 0)
      .catch((error: Error) => {
        if (!error.message.includes('permission denied')) throw error
        return 0
      })
  }
})

describe('messages by month', () => {
  let database: TestDatabase
  const org = '00000000-0000-4000-8000-00000000000a'
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.drop())

  const idAt = (moment: string, tail = '7abc-8def-0123456789ab') => {
    const time = new Date(moment).getTime().toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-${tail}`
  }
  const put = (id: string) =>
    asOwner(
      database.url,
      `insert into message (org_id, id, contact_id, direction, body, encoding, segments, line_id, phone_from, phone_to, state, at)
       values ($1, $2, $2, 'in', '', 'GSM-7', 1, $2, '', '', 'received', now())`,
      [org, id],
    )
  const partitionOf = async (id: string) =>
    (
      await asOwner<{ place: string }>(
        database.url,
        'select tableoid::regclass::text as place from message where id = $1',
        [id],
      )
    )[0]?.place

  test('puts each message into the partition of its id, to the millisecond, in any year', async () => {
    for (const month of ['2025-12-01', '2026-01-31', '2026-02-28', '2028-02-29', '2039-07-15'])
      await asOwner(database.url, 'select create_message_partition($1)', [`${month}T12:00:00Z`])
    const cases: [moment: string, place: string][] = [
      ['2025-12-01T00:00:00.000Z', 'message_202512'],
      ['2025-12-31T23:59:59.999Z', 'message_202512'],
      ['2026-01-01T00:00:00.000Z', 'message_202601'],
      ['2026-01-31T23:59:59.999Z', 'message_202601'],
      ['2026-02-28T23:59:59.999Z', 'message_202602'],
      ['2028-02-29T23:59:59.999Z', 'message_202802'],
      ['2039-07-31T23:59:59.999Z', 'message_203907'],
      ['2026-03-01T00:00:00.000Z', 'message_rest'],
      ['2025-11-30T23:59:59.999Z', 'message_rest'],
    ]
    for (const [moment, partition] of cases) {
      for (const tail of ['7000-8000-000000000000', '7fff-bfff-ffffffffffff']) {
        await put(idAt(moment, tail))
        expect({ moment, place: await partitionOf(idAt(moment, tail)) }).toEqual({ moment, place: partition })
      }
    }
  })

  test('creates a month once, also with repeated and concurrent calls', async () => {
    await Promise.all(
      Array.from({ length: 8 }, () => asOwner(database.url, "select create_message_partition('2030-01-10Z')")),
    )
    const made = await asOwner(database.url, "select from pg_class where relname = 'message_203001'")
    expect(made).toHaveLength(1)
  })

  test('moves earlier messages into their month when it is created', async () => {
    const early = idAt('2031-05-31T23:59:59.999Z')
    const next = idAt('2031-06-01T00:00:00.000Z')
    await put(early)
    await put(next)
    await asOwner(database.url, "select create_message_partition('2031-05-10Z')")
    expect([await partitionOf(early), await partitionOf(next)]).toEqual(['message_203105', 'message_rest'])
    await asApp(database.url, org, async (app) => {
      expect((await app.query('select from message where id = $1', [early])).rowCount).toBe(1)
      await expect(app.query('select from message_203105')).rejects.toThrow('permission denied')
    })
  })

  test('returns a smallest id of a time that is below every id of that time and above all earlier ones', async () => {
    for (const moment of ['1970-01-01T00:00:00.000Z', '2026-11-21T02:10:00.123Z', '2099-12-31T23:59:59.999Z']) {
      const [row] = await asOwner<{ floor: string }>(database.url, 'select uuid_floor($1) as floor', [moment])
      expect(row?.floor).toBe(idAt(moment, '0000-0000-000000000000'))
      const [order] = await asOwner(
        database.url,
        'select uuid_floor($1) < $2::uuid as below, uuid_floor($1) > $3::uuid as above',
        [
          moment,
          idAt(moment, '7000-8000-000000000000'),
          moment.startsWith('1970')
            ? '00000000-0000-0000-0000-000000000000'
            : idAt(new Date(Date.parse(moment) - 1).toISOString(), '7fff-bfff-ffffffffffff'),
        ],
      )
      expect(order).toEqual({ below: true, above: !moment.startsWith('1970') })
    }
  })
})
