set local lock_timeout = '2s';

-- Whether a number may be texted. Keyed by the number and never by the contact, so that an import or a merge cannot revive
-- consent. Every number that a message was queued to has a row: the sender locks it while it decides.
create table consent (
  org_id uuid not null references organization (id),
  -- The number. When a contact who opted out is erased, it is replaced in both tables by its fingerprint, ~ and a keyed
  -- hash, with a history without texts.
  phone text not null,
  opted_out boolean not null default false,
  -- When the number got the first-contact notice (sender, cost, HELP and STOP): once, after the first message.
  notice_at timestamptz,
  -- The hash of the last entry of the history.
  last_hash bytea,
  changed_at timestamptz not null,
  -- A member recorded the opt-out and may undo it until then.
  undo_until timestamptz,
  undo_by uuid,
  -- The message in which the member saw the request.
  undo_message_id uuid,
  primary key (org_id, phone)
);
-- The do-not-text list, newest first.
create index consent_opted_out on consent (org_id, changed_at, phone) where opted_out;
-- Lists and counts ask for every contact whether messages may reach them; opted-out numbers are few.
create index consent_opted_out_by_phone on consent (org_id, phone) where opted_out;
-- Answers quickly whether there are any fingerprints.
create index consent_erased on consent (org_id, phone) where phone like '~%';
alter table consent enable row level security;
alter table consent force row level security;
create policy consent_of_org on consent to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy consent_of_system on consent to crewline_system using (true) with check (true);
grant select, insert, update on consent to crewline_app;
-- An erasure locks its numbers in order (update) before it deletes them.
grant select, insert, update, delete on consent to crewline_system;

-- The append-only history of a number: what was said, when, and in which message. Each entry carries the hash of the one
-- before it, so that an entry that is changed, removed or cut off later is detected.
create table consent_event (
  org_id uuid not null references organization (id),
  id uuid not null,
  phone text not null,
  action text not null check (
    action in ('opt_out', 'opt_in', 'attest', 'help', 'possible_opt_out', 'not_opt_out', 'wrong_number', 'opt_out_undone')
  ),
  method text not null check (
    method in (
      'keyword', 'natural_language', 'web', 'qr', 'kiosk', 'paper', 'verbal', 'email', 'voicemail',
      'import_attestation', 'hris_attestation', 'member', 'carrier'
    )
  ),
  wording text not null,
  message_id uuid,
  -- The member who acted for the contact; null when the contact or the carrier did.
  user_id uuid,
  at timestamptz not null,
  prev_hash bytea,
  hash bytea,
  primary key (org_id, id)
);
create index consent_event_by_phone on consent_event (org_id, phone, id);
alter table consent_event enable row level security;
alter table consent_event force row level security;
create policy consent_event_of_org on consent_event to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy consent_event_of_system on consent_event to crewline_system using (true) with check (true);
grant select, insert on consent_event to crewline_app;
grant select, insert, delete on consent_event to crewline_system;
