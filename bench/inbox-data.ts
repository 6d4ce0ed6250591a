import type { TestEnvironment } from '../server/test/faults/test-environment.ts'
import type { Client } from 'pg'

/** A filled inbox: its size and the ids that queries use. */
export interface InboxData {
  orgId: string
  size: number
  /** A group with one fiftieth of all contacts. */
  group: string
  /** A group of ten contacts. */
  smallGroup: string
  /** Five overlapping groups. */
  fiveGroups: string[]
  /** The contact with the longest thread. */
  longThread: string
  threadLength: number
}

/** Messages per conversation. */
const EACH = 3

/**
 * Fills an organization with conversations, set by set in SQL and the same every time: one in ten archived, one in five
 * unread, spread over a year, three messages each, and one thread with a tenth as many messages as there are
 * conversations.
 */
export async function fillInbox(sql: Client, orgId: string, lineId: string, size: number): Promise<InboxData> {
  // All generated rows reference existing rows; checking each foreign key would take most of the time.
  await sql.query("set session_replication_role = 'replica'")
  await sql.query(`create function bench_id(kind text, n bigint) returns uuid language sql immutable parallel safe
    as $$ select overlay(overlay(md5(kind || n) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid $$`)
  await sql.query(`create function bench_at(n bigint, size bigint) returns timestamptz language sql immutable parallel safe
    as $$ select '2026-11-01T00:00:00Z'::timestamptz - (interval '365 days' * ((n * 7919) % size) / size) $$`)
  await sql.query(`create function bench_message(n bigint, nth bigint, size bigint) returns uuid language sql immutable parallel safe
    as $$ select overlay(overlay(overlay(md5('m' || n || '.' || nth) placing
      lpad(to_hex((extract(epoch from bench_at(n, size)) * 1000)::bigint + nth), 12, '0') from 1 for 12)
      placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid $$`)
  await sql.query(
    `select create_message_partition(month) from generate_series('2025-10-01'::timestamptz, '2026-12-01', '1 month') month`,
  )
  const args = [orgId, size]
  await sql.query(
    `insert into contact (org_id, id, firstname, lastname, sort_name, phone, source, created_at, updated_at)
     select $1, bench_id('c', n), first, 'Worker' || n, lower(first) || ' worker' || n, '+1' || (2000000000 + n), 'import', bench_at(n, $2), bench_at(n, $2)
     from generate_series(0, $2::bigint - 1) n, lateral (select (array['Ana','Ben','Chi','Dee','Eli','Fay','Gil','Hua','Ida','Jon','Kim','Leo','Mei','Noa','Ola','Pam','Quin','Ray','Sue','Tom'])[n % 20 + 1] as first) f`,
    args,
  )
  await sql.query(
    `insert into consent (org_id, phone, changed_at) select $1, '+1' || (2000000000 + n), bench_at(n, $2) from generate_series(0, $2::bigint - 1) n`,
    args,
  )
  await sql.query(
    `insert into message (org_id, id, contact_id, direction, body, encoding, segments, line_id, phone_from, phone_to, state, at)
     select $1, bench_message(n, nth, $2), bench_id('c', n), case when nth % 2 = 0 then 'in' else 'out' end,
       'Text ' || nth || ' of conversation ' || n || ': see you at the north gate at six.', 'GSM-7', 1, $3, '+13125550101', '+1' || (2000000000 + n),
       case when nth % 2 = 0 then 'received' else 'delivered' end, bench_at(n, $2) + nth * interval '1 ms'
     from generate_series(0, $2::bigint - 1) n, generate_series(0, ${EACH - 1}) nth`,
    [...args, lineId],
  )
  const threadLength = Math.floor(size / 10)
  await sql.query(
    `insert into message (org_id, id, contact_id, direction, body, encoding, segments, line_id, phone_from, phone_to, state, at)
     select $1, bench_message(0, nth, $2), bench_id('c', 0), 'in', 'Long thread ' || nth, 'GSM-7', 1, $3, '+12000000000', '+13125550101', 'received', bench_at(0, $2)
     from generate_series(${EACH}::bigint, $4::bigint) nth`,
    [...args, lineId, threadLength],
  )
  await sql.query(
    `insert into conversation (org_id, contact_id, archived, waiting_since, line_id, last_message_id, last_direction, last_preview, last_at)
     select $1, bench_id('c', n), n % 10 = 3, case when n % 5 = 1 then bench_at(n, $2) end, $3, bench_message(n, ${EACH - 1}, $2), 'in',
       'Text of conversation ' || n || ': see you at the north gate at six.', bench_at(n, $2)
     from generate_series(0, $2::bigint - 1) n`,
    [...args, lineId],
  )
  await sql.query(
    `insert into unread (org_id, user_id, contact_id, count, since_id, last_at)
     select $1, b.user_id, bench_id('c', n), 2, bench_message(n, ${EACH - 2}, $2), bench_at(n, $2)
     from generate_series(0, $2::bigint - 1) n, member b where b.org_id = $1 and n % greatest(5, $2 / 500) = 1`,
    args,
  )
  await sql.query(
    `insert into contact_group (org_id, id, name, created_at)
     select $1, bench_id('g', g), 'Group ' || g, now() from generate_series(0, 6) g`,
    [orgId],
  )
  await sql.query(
    `insert into group_member (org_id, group_id, contact_id, last_at)
     select $1, bench_id('g', g), bench_id('c', n), bench_at(n, $2) from generate_series(0, $2::bigint - 1) n, generate_series(0, 6) g
     where (g = 0 and n % 50 = 7) or (g = 1 and n % ($2 / 10) = 5) or (g > 1 and n % 40 < 2 and (n / 40 + g) % 3 < 2)`,
    args,
  )
  await sql.query("set session_replication_role = 'origin'")
  await sql.query('vacuum analyze')
  const id = async (kind: string, n: number) =>
    (await sql.query<{ id: string }>('select bench_id($1, $2) as id', [kind, n])).rows[0]?.id as string
  return {
    orgId,
    size,
    group: await id('g', 0),
    smallGroup: await id('g', 1),
    fiveGroups: [await id('g', 2), await id('g', 3), await id('g', 4), await id('g', 5), await id('g', 6)],
    longThread: await id('c', 0),
    threadLength,
  }
}

/** Extends the longest thread to this length, with messages in both directions. */
export async function lengthen(environment: TestEnvironment, data: InboxData, messages: number): Promise<void> {
  await environment.sql.query("set session_replication_role = 'replica'")
  await environment.sql.query(
    `insert into message (org_id, id, contact_id, direction, body, encoding, segments, line_id, phone_from, phone_to, state, at)
     select $1, bench_message(0, nth, $2), $3, case when nth % 3 = 0 then 'out' else 'in' end,
       'Long thread ' || nth || repeat(' and a few words more', (nth % 5)::int), 'GSM-7', 1, $4, '+12000000000', '+13125550101',
       case when nth % 3 = 0 then 'delivered' else 'received' end, bench_at(0, $2) + nth * interval '1 ms'
     from generate_series($5::bigint, $6::bigint) nth`,
    [data.orgId, data.size, data.longThread, environment.fast.id, data.threadLength + 1, messages],
  )
  await environment.sql.query("set session_replication_role = 'origin'")
  await environment.sql.query('vacuum analyze message')
}
