import type pg from 'pg'

/**
 * Gives the events positions before every transaction of this server, in the same order, and moves each cursor along.
 * Needs a transaction of the owner of the database, and that no follower runs.
 */
export async function renumberEvents(client: pg.Client): Promise<void> {
  await client.query('set local role crewline_system')
  // A number that no event has, so that the old and the new position of two events are never the same.
  const { rows } = await client.query<{ xid: string }>(
    `select x::text as xid from generate_series(1, 2) x
     where not exists (select from event_log where xid = x::text::xid8) limit 1`,
  )
  const xid = rows[0]?.xid ?? '1'
  await client.query(
    `with moved as (
       update event_cursor c set xid = $1::xid8,
         seq = (select count(*) from event_log l where (l.xid, l.seq) <= (c.xid, c.seq))
     ), taken as (delete from event_log returning *)
     insert into event_log (xid, seq, org_id, name, payload, at) overriding system value
     select $1::xid8, row_number() over (order by xid, seq), org_id, name, payload, at from taken`,
    [xid],
  )
  const { rows: counted } = await client.query<{ last: number }>(
    'select greatest(max(seq), 1) as last from event_log where xid = $1::xid8',
    [xid],
  )
  await client.query('reset role')
  await client.query("select setval(pg_get_serial_sequence('event_log', 'seq'), $1)", [counted[0]?.last ?? 1])
}

/**
 * Renumbers the events when the log has some of transactions that this server has not reached: its rows come from another
 * server, for example through pg_dump. Readers would wait for those transactions and skip everything written meanwhile.
 */
export async function renumberForeignEvents(client: pg.Client): Promise<void> {
  await client.query('begin; set local role crewline_system')
  const { rows } = await client.query<{ ahead: boolean }>(
    `select exists (select from event_cursor where xid > pg_snapshot_xmax(pg_current_snapshot()))
       or exists (select from event_log where xid > pg_snapshot_xmax(pg_current_snapshot())) as ahead`,
  )
  if (rows[0]?.ahead) await renumberEvents(client)
  await client.query('commit')
}
