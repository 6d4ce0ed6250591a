set local lock_timeout = '2s';

-- The figures of whole months, added up from `figure_day` (ADR 0152). A row exists only while each day of its month is stored
-- in its time zone and did not change since: whatever changes a day deletes the row of its month in the same transaction.
create table figure_month (
  org_id uuid not null references organization (id),
  month date not null,
  timezone text not null,
  -- One element for each day of the month.
  sent int[] not null,
  sent_texts int[] not null,
  delivered int[] not null,
  not_delivered int[] not null,
  received int[] not null,
  -- 168 counts of inbound messages: the hours of Sunday, of Monday, and so on.
  received_by_hour int[] not null,
  -- As in `figure_day`, for the whole month.
  by_member jsonb not null,
  active bit varying not null,
  replied bit varying not null,
  contact_sent bit varying[] not null,
  contact_delivered bit varying[] not null,
  contact_not_delivered bit varying[] not null,
  contact_received bit varying[] not null,
  primary key (org_id, month)
);
alter table figure_month alter column active set storage main, alter column replied set storage main;

alter table figure_month enable row level security;
alter table figure_month force row level security;
create policy figure_month_of_org on figure_month to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_month_of_system on figure_month to crewline_system using (true) with check (true);
create policy figure_month_of_scope on figure_month as restrictive to crewline_scoped using (false);
grant select on figure_month to crewline_app;
grant select, insert, update, delete on figure_month to crewline_system;

create function forget_figure_month() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$ begin
    if tg_op <> 'INSERT' then
      delete from figure_month where org_id = old.org_id and month = date_trunc('month', old.day::timestamp)::date;
    end if;
    if tg_op <> 'DELETE' then
      delete from figure_month where org_id = new.org_id and month = date_trunc('month', new.day::timestamp)::date;
    end if;
    return null;
  end $$;
create trigger figure_day_comes_or_goes after insert or delete on figure_day for each row execute function forget_figure_month();
create trigger figure_day_changes after update on figure_day
  for each row when (old.* is distinct from new.*) execute function forget_figure_month();

-- Adds counts that are stored as bits, place by place, with a carry: the sum over days of how many messages each contact has.
create function add_slices(a bit varying[], b bit varying[]) returns bit varying[]
  language plpgsql immutable set search_path = pg_catalog, pg_temp
  as $$
declare
  size int := (select coalesce(max(length(s)), 0) from unnest(a || b) s);
  carry bit varying := "bit"(B'', size, true);
  x bit varying;
  y bit varying;
  total bit varying[] := '{}';
begin
  if size = 0 then return '{}'; end if;
  for i in 1 .. greatest(cardinality(a), cardinality(b)) loop
    x := "bit"(coalesce(a[i], B''), size, true);
    y := "bit"(coalesce(b[i], B''), size, true);
    total := total || (x # y # carry)::bit varying;
    carry := (x & y) | (carry & (x # y));
  end loop;
  if bit_count(carry) > 0 then total := total || carry; end if;
  return total;
end $$;
create aggregate sum_slices(bit varying[]) (sfunc = add_slices, stype = bit varying[], initcond = '{}');
