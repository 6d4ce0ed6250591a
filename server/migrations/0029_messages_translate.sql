set local lock_timeout = '2s';

-- Workers' texts that wait to be translated; they go when they are, or after the third try.
create table translation_due (
  org_id uuid not null references organization (id),
  message_id uuid not null,
  attempts smallint not null default 0,
  due_at timestamptz not null,
  primary key (org_id, message_id)
);
create index translation_due_next on translation_due (due_at);
alter table translation_due enable row level security;
alter table translation_due force row level security;
create policy translation_due_of_org on translation_due to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy translation_due_of_system on translation_due to crewline_system using (true) with check (true);
create policy translation_due_of_scope on translation_due as restrictive to crewline_scoped using (false);
grant select, delete on translation_due to crewline_app;
grant select, insert, update, delete on translation_due to crewline_system;

insert into event_cursor (follower, xid, seq, moved_at)
select 'translation', (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text::xid8, 9223372036854775807, now();

-- The demo writes down what its phones have told already.
grant insert on carrier_event to crewline_system;
