set local lock_timeout = '2s';

-- The event log: domain events in the order in which they become visible. Every web process follows it to serve its own
-- sockets; every follower reads it with its own cursor.
create table event_log (
  seq bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  org_id uuid not null,
  name text not null,
  payload jsonb not null,
  at timestamptz not null,
  primary key (xid, seq)
);
-- Policies name the organization of the statement. Without one the setting is missing or empty, and reading it or making
-- it a uuid is an error: a query that forgot its organization fails instead of finding nothing. In a subquery it is read
-- once per statement, and indexes that begin with the organization are used.
alter table event_log enable row level security;
alter table event_log force row level security;
create policy event_log_of_org on event_log to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy event_log_of_system on event_log to crewline_system using (true) with check (true);
-- Members limited to some groups write events about their work but never read them: events name other contacts.
create policy event_log_of_scope on event_log as restrictive to crewline_scoped using (false) with check (true);
grant select, insert on event_log to crewline_app;
grant select, insert, delete on event_log to crewline_system;

-- How far each follower has read: (xid, seq) of the last event that it processed.
create table event_cursor (
  follower text primary key,
  xid xid8 not null,
  seq bigint not null,
  moved_at timestamptz not null
);
grant select, insert, update, delete on event_cursor to crewline_system;

-- Who did what. The application may add and read entries, never change or remove them.
create table audit_entry (
  org_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  session_id uuid,
  action text not null,
  target text,
  detail jsonb not null default '{}',
  request_id text,
  primary key (org_id, id)
);
-- The history of one contact's record.
create index audit_entry_by_target on audit_entry (org_id, target, at desc, id desc) where target is not null;
alter table audit_entry enable row level security;
alter table audit_entry force row level security;
create policy audit_entry_of_org on audit_entry to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy audit_entry_of_system on audit_entry to crewline_system using (true) with check (true);
create policy audit_entry_of_scope on audit_entry as restrictive to crewline_scoped using (false) with check (true);
grant select, insert on audit_entry to crewline_app, crewline_system;

-- Calls that their callers named with an idempotency key, with their responses, for a day.
create table idempotent_call (
  org_id uuid not null,
  user_id uuid not null,
  key text not null,
  -- The execution that counts; another process may take the key over from one that died.
  claim_id uuid not null,
  claimed_until timestamptz not null,
  state text not null default 'running' check (state in ('running', 'done')),
  -- Whether the execution committed a change.
  has_effect boolean not null default false,
  http integer,
  -- Of the method, the address and the body.
  hash bytea,
  -- The response, or the code of a refusal after a change; encrypted, because it may contain what is shown once.
  sealed text,
  created_at timestamptz not null,
  primary key (org_id, user_id, key)
);
create index idempotent_call_by_age on idempotent_call (created_at);
alter table idempotent_call enable row level security;
alter table idempotent_call force row level security;
create policy idempotent_call_of_org on idempotent_call to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy idempotent_call_of_system on idempotent_call to crewline_system using (true) with check (true);
grant select (org_id, user_id, key, claim_id), update (has_effect) on idempotent_call to crewline_app;
grant select, insert, update, delete on idempotent_call to crewline_system;

-- Notes in the transaction of a call that it has an effect. Fails when another process took the call over meanwhile.
create function mark_idempotent_call(caller uuid, named text, claim uuid) returns void
  language plpgsql
  as $$ begin
    update idempotent_call set has_effect = true
    where org_id = current_setting('app.org')::uuid and user_id = caller and key = named and claim_id = claim;
    if not found then
      raise exception 'another process took this call over' using errcode = 'serialization_failure';
    end if;
  end $$;

-- Counters of rate limits, shared by all processes. Unlogged: losing them in a crash only forgives some attempts.
create unlogged table rate_limit (
  key text primary key,
  points integer not null,
  expire bigint
);
grant select, insert, update, delete on rate_limit to crewline_system;

-- Returns the smallest uuid v7 of a moment: its 48-bit milliseconds, then zeros. Ids are uuid v7, so a range of ids is a
-- range of time.
create function uuid_floor(moment timestamptz) returns uuid
  language sql immutable
  as $$ select (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid $$;

-- The order of lists that people read: "Plant 2" before "Plant 10", and an accented letter next to its base letter. Do not
-- build an index in this order: a newer ICU library on the machine may sort differently.
create collation natural_order (provider = icu, locale = 'und-u-kn');

-- One encrypted value, written at the first start: a process with another master key finds out before it serves anyone.
create table master_key_check (
  id boolean primary key default true check (id),
  sealed text not null
);
grant select, insert on master_key_check to crewline_system;

-- What the processes know about the time; the first one adds the only row. While `step_ms` is not zero, the clock of
-- this database is that far from the time the product goes by, and it waits to be known which of them is right.
create table product_clock (
  id boolean primary key default true check (id),
  seen_at timestamptz not null,
  step_ms bigint not null default 0,
  noticed_at timestamptz,
  confirmed_at timestamptz
);
grant select, insert, update on product_clock to crewline_system;

-- How far this database has come. Each process writes the same numbers to its data directory: a database that is behind
-- those of a data directory was restored from a backup. Every restore begins a new epoch.
create table database_mark (
  id boolean primary key default true check (id),
  epoch uuid not null,
  earlier_epochs uuid[] not null default '{}',
  counter bigint not null default 0,
  moved_at timestamptz not null,
  -- Set by the command that restores a backup, until the next start acts on it.
  is_restored boolean not null default false,
  -- The value of the setting RESTORED that was acted on.
  restored_setting text
);
grant select, insert, update on database_mark to crewline_system;
