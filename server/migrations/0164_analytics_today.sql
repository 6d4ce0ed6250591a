set local lock_timeout = '2s';

-- The figures of a day that is not over, as far as they are counted (ADR 0194): of the messages with ids before `through`, as the
-- snapshot saw them. Messages with later ids are read, and what changed since is noted below.
create table figure_today (
  org_id uuid not null references organization (id),
  day date not null,
  timezone text not null,
  -- Null until the day was counted for the first time.
  through timestamptz,
  snapshot text,
  sent int not null default 0,
  sent_texts int not null default 0,
  delivered int not null default 0,
  not_delivered int not null default 0,
  received int not null default 0,
  -- The places of the contacts with messages, and of those who sent one, as in `figure_day`.
  active bit varying not null default '',
  replied bit varying not null default '',
  -- How far the next count goes, and the transaction that has to be over, with all before it, when it is made.
  next_through timestamptz not null,
  next_xid xid8 not null,
  primary key (org_id, day)
);
alter table figure_today alter column active set storage main, alter column replied set storage main;

-- By how much transactions changed the figures of messages that were two minutes old. Rows are only added, so that writers
-- never wait for each other; they are deleted once every count has seen them.
create table figure_today_change (
  org_id uuid not null,
  seq bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  -- The message, or the earliest of several that were deleted.
  id uuid not null,
  at timestamptz not null,
  -- Whether more than the counts may have changed, such as the day or the contact: the day is counted anew.
  is_other boolean not null,
  sent int not null default 0,
  sent_texts int not null default 0,
  delivered int not null default 0,
  not_delivered int not null default 0,
  received int not null default 0,
  primary key (org_id, seq)
);

alter table figure_today enable row level security;
alter table figure_today force row level security;
create policy figure_today_of_org on figure_today to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_today_of_system on figure_today to crewline_system using (true) with check (true);
create policy figure_today_of_scope on figure_today as restrictive to crewline_scoped using (false);
grant select on figure_today to crewline_app;
grant select, insert, update, delete on figure_today to crewline_system;
alter table figure_today_change enable row level security;
alter table figure_today_change force row level security;
create policy figure_today_change_of_org on figure_today_change to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_today_change_of_system on figure_today_change to crewline_system using (true) with check (true);
create policy figure_today_change_of_scope on figure_today_change as restrictive to crewline_scoped using (false);
grant select on figure_today_change to crewline_app;
grant select, insert, update, delete on figure_today_change to crewline_system;

create function note_today_figures() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    if tg_op = 'INSERT' or (old.at, old.contact_id, old.direction) is distinct from (new.at, new.contact_id, new.direction) then
      insert into figure_today_change (org_id, id, at, is_other) values (new.org_id, new.id, new.at, true);
    elsif new.direction = 'out' then
      insert into figure_today_change (org_id, id, at, is_other, sent, sent_texts, delivered, not_delivered)
      values (new.org_id, new.id, new.at, false, (new.carrier_id is not null)::int - (old.carrier_id is not null)::int,
        case when new.carrier_id is null then 0 else coalesce(new.segments, 0) end
          - case when old.carrier_id is null then 0 else coalesce(old.segments, 0) end,
        (new.state = 'delivered')::int - (old.state = 'delivered')::int,
        (new.state in ('undelivered', 'failed', 'suppressed', 'expired', 'quarantined'))::int
          - (old.state in ('undelivered', 'failed', 'suppressed', 'expired', 'quarantined'))::int);
    end if;
    return null;
  end $$;
create function note_deleted_today() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into figure_today_change (org_id, id, at, is_other)
    select distinct on (g.org_id) g.org_id, g.id, g.at, true from gone g
    where g.direction <> 'internal' and g.id >= uuid_floor(clock_timestamp() - interval '3 days')
      and g.id < uuid_floor(clock_timestamp() - interval '2 minutes')
    order by g.org_id, g.id;
    return null;
  end $$;
grant create on schema public to crewline_system;
alter function note_today_figures() owner to crewline_system;
alter function note_deleted_today() owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function note_today_figures(), note_deleted_today() from public;

-- A message on its way is less than two minutes old: the condition is all that it costs. The clock and not the start of the
-- transaction: what is not noted was changed before its message was two minutes old, however long the transaction runs.
create trigger message_today_added after insert on message for each row
  when (new.direction <> 'internal' and new.id < uuid_floor(clock_timestamp() - interval '2 minutes')
    and new.id >= uuid_floor(clock_timestamp() - interval '3 days')) execute function note_today_figures();
create trigger message_today_changed after update on message for each row
  when (new.direction <> 'internal'
    and (old.at, old.contact_id, old.direction, old.state, old.segments, old.carrier_id is null)
      is distinct from (new.at, new.contact_id, new.direction, new.state, new.segments, new.carrier_id is null)
    and new.id < uuid_floor(clock_timestamp() - interval '2 minutes')
    and new.id >= uuid_floor(clock_timestamp() - interval '3 days'))
  execute function note_today_figures();
create trigger message_today_deleted after delete on message
  referencing old table as gone for each statement execute function note_deleted_today();
