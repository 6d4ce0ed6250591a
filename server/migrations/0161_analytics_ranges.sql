set local lock_timeout = '2s';

-- The figures of a range of days that are over, with those of the days before it (ADR 0190): a year is read by its key. A row
-- is right while each note of `figure_change` about its days is missing: whatever takes such a note, or changes a counted day,
-- deletes the row in the same transaction.
create table figure_range (
  org_id uuid not null,
  timezone text not null,
  first date not null,
  last date not null,
  -- The first of the days that the range is compared with; they end the day before `first`.
  first_before date not null,
  -- json, which is sent as it is stored; jsonb would be written out number by number.
  figures json not null,
  -- The contacts with messages, and those who sent one, to join with those of today. Null where no one asks for that.
  active bit varying,
  replied bit varying,
  made_at timestamptz not null default now(),
  primary key (org_id, timezone, first, last, first_before)
);
alter table figure_range alter column figures set storage main;

-- How many contacts there are now, and how many of them can be texted, with the snapshot of the statement that counted them
-- (`audience_change` notes what changed since), and the same in ranges of contact ids, so that a few changes make only their
-- ranges be read again.
create table contact_count (
  org_id uuid primary key,
  contacts int not null,
  reachable int not null,
  -- The lowest ids of all ranges but the first, and the counts of each range.
  lows uuid[] not null,
  part_contacts int[] not null,
  part_reachable int[] not null,
  snapshot text not null,
  counted_at timestamptz not null
);

-- The messages of the last days that are shown as not delivered, so that those of today are counted without reading all of
-- its messages. Not an index on `state`: with one, no update of a message on its way would stay on its page.
create table figure_failure (
  org_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  primary key (org_id, id)
);

alter table figure_range enable row level security;
alter table figure_range force row level security;
create policy figure_range_of_org on figure_range to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_range_of_system on figure_range to crewline_system using (true) with check (true);
create policy figure_range_of_scope on figure_range as restrictive to crewline_scoped using (false);
grant select, insert, update, delete on figure_range to crewline_app;
grant select, insert, update, delete on figure_range to crewline_system;
alter table contact_count enable row level security;
alter table contact_count force row level security;
create policy contact_count_of_org on contact_count to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy contact_count_of_system on contact_count to crewline_system using (true) with check (true);
create policy contact_count_of_scope on contact_count as restrictive to crewline_scoped using (false);
grant select, insert, update on contact_count to crewline_app;
grant select, insert, update, delete on contact_count to crewline_system;
alter table figure_failure enable row level security;
alter table figure_failure force row level security;
create policy figure_failure_of_org on figure_failure to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_failure_of_system on figure_failure to crewline_system using (true) with check (true);
create policy figure_failure_of_scope on figure_failure as restrictive to crewline_scoped using (false);
grant select on figure_failure to crewline_app;
grant select, insert, update, delete on figure_failure to crewline_system;

create function forget_figure_ranges() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$ begin
    if tg_op <> 'INSERT' then
      delete from figure_range where org_id = old.org_id and old.day between first_before and last;
    end if;
    if tg_op <> 'DELETE' then
      delete from figure_range where org_id = new.org_id and new.day between first_before and last;
    end if;
    return null;
  end $$;
create trigger figure_day_in_ranges after insert or delete on figure_day for each row execute function forget_figure_ranges();
-- Not where only the answers of a day changed: ranges store no times to answer.
create trigger figure_day_changes_ranges after update on figure_day for each row
  when ((old.org_id, old.day, old.timezone, old.sent, old.sent_texts, old.delivered, old.not_delivered, old.received, old.active, old.replied, old.is_stale)
    is distinct from (new.org_id, new.day, new.timezone, new.sent, new.sent_texts, new.delivered, new.not_delivered, new.received, new.active, new.replied, new.is_stale))
  execute function forget_figure_ranges();

create function note_failure() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if new.state in ('undelivered', 'failed', 'suppressed', 'expired', 'quarantined') then
      insert into figure_failure (org_id, id, at) values (new.org_id, new.id, new.at)
      on conflict (org_id, id) do update set at = excluded.at;
    else
      delete from figure_failure where org_id = new.org_id and id = new.id;
    end if;
    return null;
  end $$;
create function forget_failures() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    delete from figure_failure f using gone g where f.org_id = g.org_id and f.id = g.id;
    return null;
  end $$;

-- Opt-outs change after their day only where one is undone, recorded late, or erased.
create function note_opt_out_figures() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if tg_op = 'DELETE' then
      insert into figure_change (org_id, day, timezone, changes_answers, xid)
      select distinct c.org_id, (c.at at time zone o.timezone)::date, o.timezone, false, pg_current_xact_id()
      from changed c join organization o on o.id = c.org_id where c.action = 'opt_out' and c.at < now() - interval '1 hour'
      on conflict do nothing;
    end if;
    insert into figure_change (org_id, day, timezone, changes_answers, xid)
    select distinct e.org_id, (e.at at time zone o.timezone)::date, o.timezone, false, pg_current_xact_id()
    from (
      select distinct c.org_id, c.phone from changed c
      where tg_op = 'DELETE' or c.action = 'opt_out_undone' or c.at < now() - interval '1 hour' or c.id < uuid_floor(now() - interval '1 hour')
    ) n
    join organization o on o.id = n.org_id
    join consent_event e on e.org_id = n.org_id and e.phone = n.phone and e.action = 'opt_out' and e.at < now() - interval '1 hour'
    on conflict do nothing;
    return null;
  end $$;
grant create on schema public to crewline_system;
alter function note_failure() owner to crewline_system;
alter function forget_failures() owner to crewline_system;
alter function note_opt_out_figures() owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function note_failure(), forget_failures(), note_opt_out_figures() from public;

create trigger opt_out_figures_added after insert on consent_event
  referencing new table as changed for each statement execute function note_opt_out_figures();
create trigger opt_out_figures_deleted after delete on consent_event
  referencing old table as changed for each statement execute function note_opt_out_figures();

-- The states that are shown as "Not delivered". For all other messages the condition is all that these triggers cost.
create trigger message_failure_added after insert on message for each row
  when (new.direction = 'out' and new.state in ('undelivered', 'failed', 'suppressed', 'expired', 'quarantined')) execute function note_failure();
create trigger message_failure_changed after update on message for each row
  when (new.direction = 'out' and (old.state, old.at) is distinct from (new.state, new.at)
    and (new.state in ('undelivered', 'failed', 'suppressed', 'expired', 'quarantined')
      or old.state in ('undelivered', 'failed', 'suppressed', 'expired', 'quarantined'))) execute function note_failure();
create trigger message_failures_deleted after delete on message
  referencing old table as gone for each statement execute function forget_failures();
