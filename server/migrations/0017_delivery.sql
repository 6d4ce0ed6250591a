set local lock_timeout = '2s';

-- Which sender process works a line, and until when. The epoch increases with every new owner.
create table line_lease (
  org_id uuid not null,
  line_id uuid primary key,
  owner uuid not null,
  epoch bigint not null default 1,
  until timestamptz not null
);
alter table line_lease enable row level security;
alter table line_lease force row level security;
create policy line_lease_of_org on line_lease to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy line_lease_of_system on line_lease to crewline_system using (true) with check (true);
grant select, update on line_lease to crewline_app;
grant select, insert, update, delete on line_lease to crewline_system;

-- The segments that each organization of a brand gave, or is about to give, to carriers in a day. The brand belongs to the
-- organization that set a daily limit: a child without its own shares that of its parent.
create table brand_day (
  org_id uuid not null references organization (id),
  day date not null,
  sender_id uuid not null,
  segments int not null,
  primary key (org_id, day, sender_id)
);
alter table brand_day enable row level security;
alter table brand_day force row level security;
create policy brand_day_of_org on brand_day to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy brand_day_of_system on brand_day to crewline_system using (true) with check (true);
grant select on brand_day to crewline_app;
grant select, insert, update, delete on brand_day to crewline_system;

-- Messages whose outcome is unknown, and when to ask the carrier next.
create table unknown_outcome (
  org_id uuid not null,
  message_id uuid not null,
  line_id uuid not null,
  deadline_at timestamptz not null,
  absent_once_at timestamptz,
  ask_at timestamptz not null,
  primary key (org_id, message_id)
);
create index unknown_outcome_due on unknown_outcome (ask_at);
alter table unknown_outcome enable row level security;
alter table unknown_outcome force row level security;
create policy unknown_outcome_of_org on unknown_outcome to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy unknown_outcome_of_system on unknown_outcome to crewline_system using (true) with check (true);
create policy unknown_outcome_of_scope on unknown_outcome as restrictive to crewline_scoped using (false);
grant select, insert, update, delete on unknown_outcome to crewline_app;
grant select on unknown_outcome to crewline_system;

-- Carrier events that could not be processed although the database was available, encrypted, until an operator retries them.
create table quarantined_event (
  org_id uuid not null references organization (id),
  id uuid not null,
  line_id uuid not null,
  -- The fingerprint of the event: a repeated webhook is quarantined once.
  fingerprint bytea not null,
  kind text not null check (kind in ('text', 'news')),
  -- Why the last attempt failed.
  reason text not null check (reason in ('refused', 'trouble', 'unknown')),
  -- How often it was retried by hand.
  tries int not null default 0,
  sealed text not null,
  came_at timestamptz not null,
  quarantined_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, fingerprint)
);
create index quarantined_event_in_order on quarantined_event (org_id, came_at, id);
alter table quarantined_event enable row level security;
alter table quarantined_event force row level security;
create policy quarantined_event_of_org on quarantined_event to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy quarantined_event_of_system on quarantined_event to crewline_system using (true) with check (true);
-- It is not known yet which contact an event belongs to.
create policy quarantined_event_of_scope on quarantined_event as restrictive to crewline_scoped using (false);
grant select, insert, update, delete on quarantined_event to crewline_app;
grant select, insert, update, delete on quarantined_event to crewline_system;

-- Organizations that send nothing since their database was restored from a backup, until a member decides about the texts
-- that waited in the backup. What the carriers were asked meanwhile is counted here.
create table restore_review (
  org_id uuid primary key references organization (id),
  began_at timestamptz not null,
  -- Until when this database knows what happened.
  known_until timestamptz not null,
  -- When the carriers are asked next; infinity when every line has answered.
  ask_at timestamptz not null,
  asked_at timestamptz,
  -- When the carriers were last asked, whatever they answered.
  tried_at timestamptz,
  -- The answer of each line: what could be asked, and how many texts were found.
  lines jsonb not null default '[]'
);
create index restore_review_due on restore_review (ask_at);
alter table restore_review enable row level security;
alter table restore_review force row level security;
create policy restore_review_of_org on restore_review to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy restore_review_of_system on restore_review to crewline_system using (true) with check (true);
grant select, update, delete on restore_review to crewline_app;
grant select, insert, update, delete on restore_review to crewline_system;
