set local lock_timeout = '2s';

-- A text that people get on their birthday, their work anniversary, or another date of theirs.
create table celebration (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- What members edit, as the contract describes it.
  content jsonb not null,
  version int not null default 1,
  -- Null while it is off; dates before this time are not made up for.
  on_since timestamptz,
  -- When the scheduler looks at it next; null while it is off.
  look_at timestamptz,
  -- When the scheduler last looked at everyone.
  looked_at timestamptz,
  created_by uuid references user_account (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (org_id, id)
);
create index celebration_due on celebration (look_at) where look_at is not null;
alter table celebration enable row level security;
alter table celebration force row level security;
create policy celebration_of_org on celebration to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy celebration_of_system on celebration to crewline_system using (true) with check (true);
grant select, insert, update on celebration to crewline_app;
grant select on celebration to crewline_system;

-- What became of one date of one person. The key is what keeps a person from being celebrated twice in a year: the row
-- is written in the transaction that queues the text.
create table celebration_send (
  org_id uuid not null,
  celebration_id uuid not null,
  contact_id uuid not null,
  -- The year of the date, whatever day its text is sent on.
  year smallint not null,
  -- `skipped` in advance, by a member.
  state text not null check (state in ('sent', 'blocked', 'missed', 'skipped')),
  reason text,
  message_id uuid,
  at timestamptz not null,
  primary key (org_id, celebration_id, contact_id, year),
  foreign key (org_id, celebration_id) references celebration (org_id, id)
);
create index celebration_send_newest on celebration_send (org_id, celebration_id, at desc, contact_id desc);
create index celebration_send_by_contact on celebration_send (org_id, contact_id);
alter table celebration_send enable row level security;
alter table celebration_send force row level security;
create policy celebration_send_of_org on celebration_send to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy celebration_send_of_system on celebration_send to crewline_system using (true) with check (true);
create policy celebration_send_of_scope on celebration_send as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = celebration_send.org_id and g.contact_id = celebration_send.contact_id));
grant select, insert, update, delete on celebration_send to crewline_app, crewline_system;
