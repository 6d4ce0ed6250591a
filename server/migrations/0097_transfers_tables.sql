set local lock_timeout = '2s';

-- Consent that came along from another organization of the family.
-- contract: the new constraint allows every value that the former one did
alter table consent_event drop constraint consent_event_method_check;
alter table consent_event add constraint consent_event_method_check check (
  method in (
    'keyword', 'natural_language', 'web', 'qr', 'kiosk', 'paper', 'verbal', 'email', 'voicemail',
    'import_attestation', 'hris_attestation', 'member', 'carrier', 'transfer'
  )
) not valid;

-- A contact that leaves for another organization of the family. The row belongs to the organization that it leaves.
create table contact_transfer (
  org_id uuid not null references organization (id),
  id uuid not null,
  contact_id uuid not null,
  to_org_id uuid not null references organization (id),
  -- The name of the other organization at that time.
  to_name text not null,
  state text not null check (state in ('offered', 'done', 'declined', 'withdrawn', 'undone')),
  with_messages boolean not null,
  by_user uuid not null references user_account (id),
  at timestamptz not null,
  -- When the person moved.
  done_at timestamptz,
  -- When the offer ended or the transfer was undone.
  ended_at timestamptz,
  -- The person in the other organization; null until they moved, and after they were erased here.
  became_id uuid,
  -- Contacts of the household that the number passed to.
  heir_ids uuid[] not null default '{}',
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
-- One offer at a time for a person.
create unique index contact_transfer_open on contact_transfer (org_id, contact_id) where state = 'offered';
create index contact_transfer_by_contact on contact_transfer (org_id, contact_id, at);
create index contact_transfer_by_target on contact_transfer (to_org_id) where state = 'offered';
alter table contact_transfer enable row level security;
alter table contact_transfer force row level security;
create policy contact_transfer_of_org on contact_transfer to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy contact_transfer_of_system on contact_transfer to crewline_system using (true) with check (true);
create policy contact_transfer_of_scope on contact_transfer as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = contact_transfer.org_id and g.contact_id = contact_transfer.contact_id));
grant select, insert, update on contact_transfer to crewline_app;
grant select on contact_transfer to crewline_system;

-- The same transfer where the person arrived, with the same id.
create table contact_arrival (
  org_id uuid not null references organization (id),
  id uuid not null,
  contact_id uuid not null,
  from_org_id uuid not null references organization (id),
  from_name text not null,
  -- Whether the contact was made by the transfer, returned to one that had left, or joined one that was there.
  how text not null check (how in ('added', 'returned', 'joined')),
  by_name text not null,
  at timestamptz not null,
  undone_at timestamptz,
  -- What was recorded about the consent of the number before, oldest first.
  consent jsonb not null,
  primary key (org_id, id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
create index contact_arrival_by_contact on contact_arrival (org_id, contact_id, at);
alter table contact_arrival enable row level security;
alter table contact_arrival force row level security;
create policy contact_arrival_of_org on contact_arrival to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy contact_arrival_of_system on contact_arrival to crewline_system using (true) with check (true);
create policy contact_arrival_of_scope on contact_arrival as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = contact_arrival.org_id and g.contact_id = contact_arrival.contact_id));
grant select, insert, update, delete on contact_arrival to crewline_app;
grant select on contact_arrival to crewline_system;

-- The texts that came along: a copy to read, which no carrier and no count knows.
create table contact_arrival_text (
  org_id uuid not null references organization (id),
  arrival_id uuid not null,
  nth int not null,
  at timestamptz not null,
  direction text not null check (direction in ('in', 'out')),
  -- Who wrote it there; empty for the contact and for automatic texts.
  sender text not null,
  state text not null,
  body text not null,
  translation text not null,
  -- The names of files, which stay where they are.
  files text[] not null,
  primary key (org_id, arrival_id, nth),
  foreign key (org_id, arrival_id) references contact_arrival (org_id, id) on delete cascade
);
create index contact_arrival_text_by_age on contact_arrival_text (org_id, at);
alter table contact_arrival_text enable row level security;
alter table contact_arrival_text force row level security;
create policy contact_arrival_text_of_org on contact_arrival_text to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy contact_arrival_text_of_system on contact_arrival_text to crewline_system using (true) with check (true);
create policy contact_arrival_text_of_scope on contact_arrival_text as restrictive to crewline_scoped
  using (exists (select from contact_arrival a where a.org_id = contact_arrival_text.org_id and a.id = contact_arrival_text.arrival_id));
grant select, insert, delete on contact_arrival_text to crewline_app;
grant select on contact_arrival_text to crewline_system;
