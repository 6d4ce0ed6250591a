set local lock_timeout = '2s';

-- Figures of the dashboard that were counted before, in the days of the organization's time zone (ADR 0137). Everything here
-- follows from the rows of `message`, except figure_kept.

-- What is counted: messages written from the first day on and before a moment. A row with another time zone counts nothing.
create table figure_coverage (
  org_id uuid primary key references organization (id),
  timezone text not null,
  first_day date not null,
  until_at timestamptz not null,
  -- Whether there is no message before the first day.
  is_complete boolean not null default false,
  -- The month that the nightly recount compares next, beside the latest two.
  recount_month date
);
create table figure_day (
  org_id uuid not null references organization (id),
  day date not null,
  sent int not null,
  sent_texts int not null,
  delivered int not null,
  not_delivered int not null,
  received int not null,
  -- 24 counts of inbound messages, by hour.
  received_by_hour int[] not null,
  primary key (org_id, day)
);
create table figure_sender_day (
  org_id uuid not null references organization (id),
  day date not null,
  sender_id uuid not null,
  sent int not null,
  delivered int not null,
  not_delivered int not null,
  total int not null,
  primary key (org_id, day, sender_id)
);
-- Days that are over only. The total counts what is not internal, in any state.
create table figure_contact_day (
  org_id uuid not null references organization (id),
  day date not null,
  contact_id uuid not null,
  sent int not null,
  delivered int not null,
  not_delivered int not null,
  received int not null,
  total int not null,
  primary key (org_id, day, contact_id)
);
create table figure_contact_month (
  org_id uuid not null references organization (id),
  month date not null,
  contact_id uuid not null,
  sent int not null,
  delivered int not null,
  not_delivered int not null,
  received int not null,
  total int not null,
  primary key (org_id, month, contact_id)
);

-- The answers of days that are over: the first text of a member after a contact began to wait.
create table figure_answer (
  org_id uuid not null references organization (id),
  day date not null,
  answer_id uuid not null,
  contact_id uuid not null,
  sender_id uuid not null,
  seconds float8 not null,
  primary key (org_id, day, answer_id)
);

-- Which transactions changed messages that may have been counted, by quarter of an hour, because the offsets of time zones
-- are multiples of it. Written by triggers and not by events, because a figure must be right whatever changed the rows. One
-- row for each transaction, so that writers never wait for each other, and so that a change that commits during a count
-- leaves a row that the count has not seen.
create table figure_change (
  org_id uuid not null,
  quarter timestamptz not null,
  xid xid8 not null,
  primary key (org_id, quarter, xid)
);

-- Messages that were deleted after their period, without a contact: their figures stay.
create table figure_kept (
  org_id uuid not null,
  quarter timestamptz not null,
  sent int not null,
  sent_texts int not null,
  delivered int not null,
  not_delivered int not null,
  received int not null,
  primary key (org_id, quarter)
);

-- Rows of contacts move in the transaction of a merge, so requests may write them.
alter table figure_coverage enable row level security;
alter table figure_coverage force row level security;
create policy figure_coverage_of_org on figure_coverage to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_coverage_of_system on figure_coverage to crewline_system using (true) with check (true);
grant select on figure_coverage to crewline_app;
grant select, insert, update, delete on figure_coverage to crewline_system;
alter table figure_day enable row level security;
alter table figure_day force row level security;
create policy figure_day_of_org on figure_day to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_day_of_system on figure_day to crewline_system using (true) with check (true);
grant select on figure_day to crewline_app;
grant select, insert, update, delete on figure_day to crewline_system;
alter table figure_sender_day enable row level security;
alter table figure_sender_day force row level security;
create policy figure_sender_day_of_org on figure_sender_day to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_sender_day_of_system on figure_sender_day to crewline_system using (true) with check (true);
grant select on figure_sender_day to crewline_app;
grant select, insert, update, delete on figure_sender_day to crewline_system;
alter table figure_contact_day enable row level security;
alter table figure_contact_day force row level security;
create policy figure_contact_day_of_org on figure_contact_day to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_contact_day_of_system on figure_contact_day to crewline_system using (true) with check (true);
grant select, insert, update, delete on figure_contact_day to crewline_app;
grant select, insert, update, delete on figure_contact_day to crewline_system;
alter table figure_contact_month enable row level security;
alter table figure_contact_month force row level security;
create policy figure_contact_month_of_org on figure_contact_month to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_contact_month_of_system on figure_contact_month to crewline_system using (true) with check (true);
grant select, insert, update, delete on figure_contact_month to crewline_app;
grant select, insert, update, delete on figure_contact_month to crewline_system;
alter table figure_answer enable row level security;
alter table figure_answer force row level security;
create policy figure_answer_of_org on figure_answer to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_answer_of_system on figure_answer to crewline_system using (true) with check (true);
grant select, insert, update, delete on figure_answer to crewline_app;
grant select, insert, update, delete on figure_answer to crewline_system;
alter table figure_change enable row level security;
alter table figure_change force row level security;
create policy figure_change_of_org on figure_change to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_change_of_system on figure_change to crewline_system using (true) with check (true);
grant select on figure_change to crewline_app;
grant select, insert, update, delete on figure_change to crewline_system;
alter table figure_kept enable row level security;
alter table figure_kept force row level security;
create policy figure_kept_of_org on figure_kept to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy figure_kept_of_system on figure_kept to crewline_system using (true) with check (true);
grant select on figure_kept to crewline_app;
grant select, insert, update, delete on figure_kept to crewline_system;
create policy figure_day_of_scope on figure_day as restrictive to crewline_scoped using (false);
create policy figure_sender_day_of_scope on figure_sender_day as restrictive to crewline_scoped using (false);
create policy figure_kept_of_scope on figure_kept as restrictive to crewline_scoped using (false);
create policy figure_contact_day_of_scope on figure_contact_day as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = figure_contact_day.org_id and g.contact_id = figure_contact_day.contact_id));
create policy figure_contact_month_of_scope on figure_contact_month as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = figure_contact_month.org_id and g.contact_id = figure_contact_month.contact_id));
create policy figure_answer_of_scope on figure_answer as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = figure_answer.org_id and g.contact_id = figure_answer.contact_id));

create function figure_quarter(moment timestamptz) returns timestamptz
  language sql immutable parallel safe
  as $$ select date_bin('15 minutes', moment, '2000-01-01T00:00:00Z') $$;

create function note_message_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into figure_change (org_id, quarter, xid)
    select new.org_id, figure_quarter(changed.at), pg_current_xact_id()
    from (values (old.at), (new.at), (new.went_at)) changed(at) where changed.at is not null
    on conflict do nothing;
    return null;
  end $$;
create function note_messages_deleted() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    insert into figure_change (org_id, quarter, xid)
    select distinct gone.org_id, figure_quarter(written.at), pg_current_xact_id()
    from gone cross join lateral (values (gone.at), (gone.went_at)) written(at) where written.at is not null
    on conflict do nothing;
    if current_setting('app.keeps_figures', true) = 'on' then
      insert into figure_kept (org_id, quarter, sent, sent_texts, delivered, not_delivered, received)
      select gone.org_id, figure_quarter(gone.at),
        count(*) filter (where gone.direction = 'out' and gone.carrier_id is not null),
        coalesce(sum(gone.segments) filter (where gone.direction = 'out' and gone.carrier_id is not null), 0),
        count(*) filter (where gone.direction = 'out' and gone.state = 'delivered'),
        count(*) filter (where gone.direction = 'out' and is_not_delivered(gone.state)),
        count(*) filter (where gone.direction = 'in')
      from gone where gone.direction <> 'internal' group by 1, 2
      on conflict (org_id, quarter) do update set sent = figure_kept.sent + excluded.sent,
        sent_texts = figure_kept.sent_texts + excluded.sent_texts, delivered = figure_kept.delivered + excluded.delivered,
        not_delivered = figure_kept.not_delivered + excluded.not_delivered, received = figure_kept.received + excluded.received;
    end if;
    return null;
  end $$;
-- The states that are shown as "Not delivered", as in contract/src/messages.ts (a test compares them).
create function is_not_delivered(state text) returns boolean
  language sql immutable parallel safe
  as $$ select state in ('undelivered', 'failed', 'suppressed', 'expired', 'quarantined') $$;
grant create on schema public to crewline_system;
alter function note_message_change() owner to crewline_system;
alter function note_messages_deleted() owner to crewline_system;
revoke create on schema public from crewline_system;
revoke execute on function note_message_change(), note_messages_deleted() from public;

-- Figures are counted two hours later, so that a message on its way, which changes often, is not noted: the condition is all
-- that it costs. A transaction never stays open for the hour between the two.
create trigger message_added_late after insert on message for each row
  when (new.at < now() - interval '1 hour') execute function note_message_change();
create trigger message_changed_late after update on message for each row
  when (least(old.at, new.at) < now() - interval '1 hour'
    and (old.at, old.went_at, old.contact_id, old.direction, old.kind, old.answers_flow, old.state, old.segments, old.sender_id, old.carrier_id is null)
      is distinct from (new.at, new.went_at, new.contact_id, new.direction, new.kind, new.answers_flow, new.state, new.segments, new.sender_id, new.carrier_id is null))
  execute function note_message_change();
create trigger message_deleted after delete on message
  referencing old table as gone for each statement execute function note_messages_deleted();
