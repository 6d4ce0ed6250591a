set local lock_timeout = '2s';

-- Whether an opt-out counts: not another one while opted out, and not one that is undone next.
create function is_first_opt_out(event consent_event) returns boolean
  language sql stable parallel safe
  as $$
    select coalesce((
      select p.action from consent_event p where p.org_id = event.org_id and p.phone = event.phone and p.id < event.id
        and p.action in ('opt_out', 'opt_in', 'opt_out_undone') order by p.id desc limit 1), 'opt_in') <> 'opt_out'
    and coalesce((
      select n.action from consent_event n where n.org_id = event.org_id and n.phone = event.phone and n.id > event.id
      order by n.id limit 1), 'opt_out') <> 'opt_out_undone'
  $$;

-- What days that are not over add to a stored range (ADR 0194): what is stored of them, the changes since, and the messages after
-- those counted. Null where one of the days or the range is not stored, or where a day must be counted anew. A function, so that
-- each connection plans it once: planning takes longer than running, because it names messages and opt-outs.
create function figures_added_today(org uuid, zone text, dates date[], range_first date, range_last date, range_first_before date)
  returns json
  language plpgsql stable parallel safe set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
  as $$
declare
  result json;
  first_day date := dates[1];
  last_day date := dates[cardinality(dates)];
  -- As `idBefore` and `idAfter` in store/days.ts.
  low uuid := uuid_floor((first_day::timestamp - interval '12 hours') at time zone zone);
  high uuid := uuid_floor(((last_day + 1)::timestamp + interval '12 hours') at time zone zone);
  range_low uuid := uuid_floor((range_first::timestamp - interval '12 hours') at time zone zone);
  range_high uuid := uuid_floor(((range_last + 1)::timestamp + interval '12 hours') at time zone zone);
  size int := (select coalesce(max(place), 0) + 1 from figure_contact where org_id = org);
begin
  with days as materialized (
    select d.day, uuid_floor(d.through) as next_id, d.snapshot::pg_snapshot as seen, d.sent, d.sent_texts, d.delivered, d.not_delivered,
      d.received, "bit"(d.active, size, true) as active, "bit"(d.replied, size, true) as replied
    from figure_today d where d.org_id = org and d.timezone = zone and d.day = any(dates) and d.through is not null
      and pg_snapshot_xmax(d.snapshot::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())
      and d.next_xid < pg_snapshot_xmax(pg_current_snapshot())
  ), changes as materialized (
    select d.day, x.is_other, x.sent, x.sent_texts, x.delivered, x.not_delivered, x.received
    from days d join figure_today_change x on x.org_id = org and x.id < d.next_id and x.xid >= pg_snapshot_xmin(d.seen)
      and x.xid < pg_snapshot_xmax(pg_current_snapshot()) and not pg_visible_in_snapshot(x.xid, d.seen)
    where x.is_other or (x.at at time zone zone)::date = d.day
  ), sets as materialized (
    select r.range_active, r.range_replied, r.range_active | bit_or(d.active) as active, r.range_replied | bit_or(d.replied) as replied
    from (
      select "bit"(r.active, size, true) as range_active, "bit"(r.replied, size, true) as range_replied from figure_range r
      where r.org_id = org and r.timezone = zone and r.first = range_first and r.last = range_last and r.first_before = range_first_before
        and r.active is not null
    ) r cross join days d group by r.range_active, r.range_replied
    having count(*) = cardinality(dates) and not exists (select from changes x where x.is_other)
  ), written as materialized (
    select d.day, m.* from days d cross join lateral (
      select m.contact_id, m.direction, m.state, m.carrier_id, m.segments from message m
      where m.org_id = org and m.id >= low and m.id < high and m.id >= d.next_id and (m.at at time zone zone)::date = d.day
        and m.direction <> 'internal' offset 0) m
    where exists (select from sets)
  ), counted as (
    select d.day, d.sent, d.sent_texts, d.delivered, d.not_delivered, d.received from days d
    union all
    select x.day, x.sent, x.sent_texts, x.delivered, x.not_delivered, x.received from changes x
    union all
    select m.day, (m.direction = 'out' and m.carrier_id is not null)::int,
      case when m.direction = 'out' and m.carrier_id is not null then coalesce(m.segments, 0) else 0 end,
      (m.direction = 'out' and m.state = 'delivered')::int,
      (m.direction = 'out' and m.state in ('undelivered', 'failed', 'suppressed', 'expired', 'quarantined'))::int,
      (m.direction = 'in')::int
    from written m
  ), people as materialized (
    -- A subquery and not a join: a join reads the places of all contacts.
    select (select c.place from figure_contact c where c.org_id = org and c.contact_id = m.contact_id) as place, m.replied
    from (select m.contact_id, bool_or(m.direction = 'in') as replied from written m group by m.contact_id) m
  ), opted_out as (
    -- As `optOutsSince` in views.ts, for these days and, number by number, for those of the range.
    select e.org_id, e.phone from consent_event e
    where e.org_id = org and e.id >= low and e.id < high and e.action = 'opt_out' and (e.at at time zone zone)::date between first_day and last_day
      and is_first_opt_out(e)
  )
  select json_build_object(
    'active', bit_count(s.active & ~s.range_active)
      + (select count(*) from people p where not coalesce(get_bit(s.active, p.place) = 1, false)),
    'replied', bit_count(s.replied & ~s.range_replied)
      + (select count(*) from people p where p.replied and not coalesce(get_bit(s.replied, p.place) = 1, false)),
    'days', (select json_agg(json_build_object('date', c.day, 'sent', c.sent, 'sentTexts', c.sent_texts, 'delivered', c.delivered,
        'notDelivered', c.not_delivered, 'received', c.received))
      from (select c.day, sum(c.sent) as sent, sum(c.sent_texts) as sent_texts, sum(c.delivered) as delivered,
        sum(c.not_delivered) as not_delivered, sum(c.received) as received from counted c group by c.day) c),
    'optOuts', (select count(distinct o.phone) from opted_out o where not exists (
      select from consent_event e
      where e.org_id = org and e.phone = o.phone and e.id >= range_low and e.id < range_high and e.action = 'opt_out'
        and (e.at at time zone zone)::date between range_first and range_last and is_first_opt_out(e))))
  into result from sets s;
  return result;
end $$;
