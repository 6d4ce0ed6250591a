set local lock_timeout = '2s';

-- Whether a phone may be texted. It keys on the number, never on the contact, so that an import or a merge cannot
-- revive it. A row exists for every number a text was queued to: the sender locks it while it decides.
create table consent (
  org_id uuid not null references organization (id),
  phone text not null,
  opted_out boolean not null default false,
  changed_at timestamptz not null,
  primary key (org_id, phone)
);
alter table consent enable row level security;
alter table consent force row level security;
create policy consent_of_org on consent to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy consent_of_system on consent to crewline_system using (true) with check (true);
grant select, insert, update on consent to crewline_app;
grant select, insert on consent to crewline_system;

-- Append-only history: what was said, when, and by which message.
create table consent_event (
  org_id uuid not null references organization (id),
  id uuid not null,
  phone text not null,
  action text not null check (action in ('opt_out', 'opt_in', 'help', 'possible_opt_out')),
  method text not null check (method in ('keyword', 'carrier')),
  words text not null,
  message_id uuid,
  at timestamptz not null,
  primary key (org_id, id)
);
create index consent_event_by_phone on consent_event (org_id, phone, id);
alter table consent_event enable row level security;
alter table consent_event force row level security;
create policy consent_event_of_org on consent_event to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy consent_event_of_system on consent_event to crewline_system using (true) with check (true);
grant select, insert on consent_event to crewline_app;
grant select, insert on consent_event to crewline_system;
