import type pg from 'pg'

/** Rows inserted by one statement. */
const CHUNK = 500_000
const CONTACTS = 10_000
const MEMBERS = 40
const DAYS = 730
const ORG = "bench_id('o', 0)"

/** Fills an organization set by set, the same every time; returns its id. */
export async function fillDashboard(client: pg.Client, messages: number): Promise<string> {
  const startedAt = performance.now()
  await client.query("set session_replication_role = 'replica'; set synchronous_commit = off; set work_mem = '256MB'")
  await client.query(`create function bench_id(kind text, n bigint) returns uuid language sql immutable parallel safe
    as $$ select overlay(overlay(md5(kind || n) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid $$;
    create function bench_time_id(at timestamptz, n bigint) returns uuid language sql immutable parallel safe
    as $$ select overlay(overlay(overlay(md5('m' || n) placing lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') from 1 for 12)
      placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid $$`)
  await client.query(
    `select create_message_partition(month) from generate_series(now() - interval '${DAYS + 31} days', now(), '1 month') month`,
  )
  await client.query(`insert into organization (id, name, slug, timezone, country, status, features, created_at)
    values (${ORG}, 'Org', 'org', 'America/Chicago', 'US', 'active', '{}', now())`)
  await client.query(
    `insert into contact (org_id, id, firstname, sort_name, phone, location, language, source, created_at, updated_at)
     select ${ORG}, bench_id('c', n), 'Ana', 'ana', '+1' || (2000000000 + n), 'Plant ' || n % 30, (array['en', 'es', 'vi'])[n % 3 + 1], 'import', now(), now()
     from generate_series(0, ${CONTACTS - 1}) n`,
  )
  const { rows: indexes } = await client.query<{ made: string; name: string }>(
    `select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as made from pg_index i
     where i.indrelid = 'message'::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (let from = 0; from < messages; from += CHUNK)
    await client.query(
      `insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, phone_from, phone_to, state, sender_id, carrier_id, at)
       select ${ORG}, bench_time_id(at, n), bench_id('c', abs(hashint8(n + 5)::bigint) % ${CONTACTS}), case when n % 4 = 0 then 'in' else 'out' end,
         case when n % 4 = 0 or n % 8 = 1 then 'text' else 'broadcast' end, 'See you at the north gate at six.', 'GSM-7', 1, '', '',
         case when n % 4 = 0 then 'received' when n % 50 = 1 then 'failed' else 'delivered' end,
         case when n % 4 > 0 then bench_id('p', n % ${MEMBERS}) end, case when n % 4 > 0 then 'c' end, at
       from (select n, now() - interval '${DAYS} days' * (1 - n::float8 / $3) as at from generate_series($1::bigint, $2::bigint - 1) n) made`,
      [from, Math.min(messages, from + CHUNK), messages],
    )
  await client.query("set maintenance_work_mem = '512MB'")
  for (const { made } of indexes) await client.query(made)
  await client.query(
    `insert into consent_event (org_id, id, phone, action, method, wording, at)
     select ${ORG}, bench_time_id(at, n), '+1' || (2000000000 + n), 'opt_out', 'keyword', 'STOP', at
     from (select n, now() - interval '${DAYS} days' * (n::float8 / 500) as at from generate_series(1, 500) n) made`,
  )
  await client.query(`insert into consent (org_id, phone, opted_out, changed_at)
    select ${ORG}, '+1' || (2000000000 + n), n <= 500, now() from generate_series(0, ${CONTACTS - 1}) n`)
  await client.query(`insert into conversation (org_id, contact_id, last_at, waiting_since)
    select ${ORG}, bench_id('c', n), now(), case when n % 20 = 0 then now() - n % 7 * interval '10 hours' end from generate_series(0, ${CONTACTS - 1}) n`)
  // Triggers are off, also the one that notes failures.
  await client.query(`insert into figure_failure (org_id, id, at) select m.org_id, m.id, m.at from message m
    where m.id >= uuid_floor(now() - interval '3 days') and m.state = 'failed'`)
  await client.query("set session_replication_role = 'origin'")
  await client.query('vacuum analyze')
  const count = (value: number) => value.toLocaleString('en')
  console.log(
    `Dashboard: ${count(messages)} messages of ${DAYS} days, created in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  )
  return (await client.query<{ id: string }>(`select ${ORG} as id`)).rows[0]?.id as string
}

/**
 * Writes what comes between two counts of today: the messages of four minutes, written just now, and receipts for twenty texts of
 * an hour ago.
 */
export async function addRecent(client: pg.Client, orgId: string): Promise<void> {
  await client.query(
    `insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, phone_from, phone_to, state, sender_id, carrier_id, at)
     select $1::uuid, bench_time_id(at, -n), bench_id('c', n * 37 % ${CONTACTS}), case when n % 4 = 0 then 'in' else 'out' end, 'text',
       'See you at the north gate at six.', 'GSM-7', 1, '', '', case when n % 4 = 0 then 'received' else 'sent' end,
       case when n % 4 > 0 then bench_id('p', n % ${MEMBERS}) end, case when n % 4 > 0 then 'c' end, at
     from (
       select n, clock_timestamp() - n * interval '1 second' as at from generate_series(1, (
         select count(*) / (24 * 60 / 4) from message where org_id = $1 and id between uuid_floor(now() - interval '2 days') and uuid_floor(now() - interval '1 day'))) n
     ) made`,
    [orgId],
  )
  await client.query(
    `update message set state = case state when 'sent' then 'delivered' else 'sent' end where org_id = $1 and id in (
       select id from message where org_id = $1 and id < uuid_floor(now() - interval '1 hour') and direction = 'out' order by id desc limit 20)`,
    [orgId],
  )
}
