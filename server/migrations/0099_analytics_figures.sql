set local lock_timeout = '2s';

-- The figures of the dashboard for days that are over, in the days of the organization's time zone (ADR 0143). Everything
-- here follows from the rows of `message`. Today is never stored.

-- A number for each contact that has messages, from 0 on without gaps. Sets of contacts are stored as bits, so that the
-- people of a year are counted without reading a row for each of them and day.
create table figure_contact (
  org_id uuid not null references organization (id),
  place int not null,
  contact_id uuid not null,
  primary key (org_id, place),
  unique (org_id, contact_id)
);

create table figure_day (
  org_id uuid not null references organization (id),
  day date not null,
  -- The time zone whose day it is. A row with another zone than the organization's is not read.
  timezone text not null,
  sent int not null,
  sent_texts int not null,
  delivered int not null,
  not_delivered int not null,
  received int not null,
  -- 24 counts of inbound messages, by hour.
  received_by_hour int[] not null,
  -- Of each member who wrote: id, sent, delivered, not_delivered.
  by_member jsonb not null,
  -- The places of the contacts with messages, and of those who sent one.
  active bit varying not null,
  replied bit varying not null,
  -- How many messages of each contact: element n holds bit n - 1 of the count, at the place of the contact.
  contact_sent bit varying[] not null,
  contact_delivered bit varying[] not null,
  contact_not_delivered bit varying[] not null,
  contact_received bit varying[] not null,
  -- The answers of the day: who had waited, who answered, and after how many seconds.
  answer_places int[] not null,
  answer_senders uuid[] not null,
  answer_seconds float8[] not null,
  -- Messages of the day changed after it was counted; or messages of the 31 days before, which decide about its answers.
  is_stale boolean not null default false,
  has_stale_answers boolean not null default false,
  primary key (org_id, day)
);
create index figure_day_stale on figure_day (org_id, day) where is_stale or has_stale_answers;
-- Read for every day that is shown, so they stay in the row; the others are stored beside it.
alter table figure_day alter column active set storage main, alter column replied set storage main;

-- The days whose messages transactions changed an hour later or more, in the time zone of the organization then. Written by triggers and not by
-- events, because a figure must be right whatever changed the rows. One row for each transaction, so that writers never wait
-- for each other, and so that a change that commits during a count leaves a row that the count has not seen.
create table figure_change (
  org_id uuid not null,
  day date not null,
  timezone text not null,
  -- Whether the waits of the days after it may have changed too.
  changes_answers boolean not null,
  xid xid8 not null,
  primary key (org_id, day, changes_answers, xid)
);

alter table figure_contact enable row level security;
alter table figure_contact force row level security;
create policy figure_contact_of_org on figure_contact to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_contact_of_system on figure_contact to crewline_system using (true) with check (true);
create policy figure_contact_of_scope on figure_contact as restrictive to crewline_scoped using (false);
grant select on figure_contact to crewline_app;
grant select, insert on figure_contact to crewline_system;
alter table figure_day enable row level security;
alter table figure_day force row level security;
create policy figure_day_of_org on figure_day to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_day_of_system on figure_day to crewline_system using (true) with check (true);
create policy figure_day_of_scope on figure_day as restrictive to crewline_scoped using (false);
grant select on figure_day to crewline_app;
grant select, insert, update, delete on figure_day to crewline_system;
alter table figure_change enable row level security;
alter table figure_change force row level security;
create policy figure_change_of_org on figure_change to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_change_of_system on figure_change to crewline_system using (true) with check (true);
create policy figure_change_of_scope on figure_change as restrictive to crewline_scoped using (false);
grant select on figure_change to crewline_app;
grant select, insert, update, delete on figure_change to crewline_system;

create function note_message_figures() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  zone text := (select timezone from organization where id = new.org_id);
  changes boolean := true;
begin
  if tg_op = 'UPDATE' then
    changes := (old.at, old.went_at, old.sort_id, old.contact_id, old.direction, old.kind, old.answers_flow, old.sender_id,
        old.state in ('cancelled', 'scheduled'))
      is distinct from (new.at, new.went_at, new.sort_id, new.contact_id, new.direction, new.kind, new.answers_flow, new.sender_id,
        new.state in ('cancelled', 'scheduled'));
    insert into figure_change (org_id, day, timezone, changes_answers, xid)
    select new.org_id, (was.at at time zone zone)::date, zone, changes, pg_current_xact_id()
    from (values (old.at), (old.went_at)) was(at)
    where was.at < now() - interval '1 hour'
    on conflict do nothing;
  end if;
  insert into figure_change (org_id, day, timezone, changes_answers, xid)
  select new.org_id, (is_now.at at time zone zone)::date, zone, changes, pg_current_xact_id()
  from (values (new.at), (new.went_at)) is_now(at)
  where is_now.at < now() - interval '1 hour'
  on conflict do nothing;
  return null;
end $$;
create function note_deleted_figures() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into figure_change (org_id, day, timezone, changes_answers, xid)
    select distinct gone.org_id, (was.at at time zone o.timezone)::date, o.timezone, true, pg_current_xact_id()
    from gone join organization o on o.id = gone.org_id cross join lateral (values (gone.at), (gone.went_at)) was(at)
    where gone.direction <> 'internal' and was.at < now() - interval '1 hour'
    on conflict do nothing;
    return null;
  end $$;
grant create on schema public to crewline_system;
alter function note_message_figures() owner to crewline_system;
alter function note_deleted_figures() owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function note_message_figures(), note_deleted_figures() from public;

-- A day is counted two hours after its end, so a message on its way, which changes often, is not noted: the condition is all
-- that it costs. A transaction never stays open for the hour between the two.
create trigger message_figures_added after insert on message for each row
  when (new.at < now() - interval '1 hour' and new.direction <> 'internal') execute function note_message_figures();
create trigger message_figures_changed after update on message for each row
  when (least(old.at, new.at) < now() - interval '1 hour' and new.direction <> 'internal'
    and (old.at, old.went_at, old.sort_id, old.contact_id, old.direction, old.kind, old.answers_flow, old.state, old.segments, old.sender_id, old.carrier_id is null)
      is distinct from (new.at, new.went_at, new.sort_id, new.contact_id, new.direction, new.kind, new.answers_flow, new.state, new.segments, new.sender_id, new.carrier_id is null))
  execute function note_message_figures();
create trigger message_figures_deleted after delete on message
  referencing old table as gone for each statement execute function note_deleted_figures();
