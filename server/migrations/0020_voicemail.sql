set local lock_timeout = '2s';

-- Recorded calls. One row per call of a carrier, forever: a repeated webhook is the same voicemail, also after it was
-- deleted. `file` is the recording as its thread shows it.
create table voicemail (
  org_id uuid not null references organization (id),
  id uuid not null,
  contact_id uuid not null,
  line_id uuid not null,
  call_id text not null,
  message_id uuid not null,
  file_id uuid not null,
  file jsonb,
  duration_sec int not null,
  peaks smallint[] not null default '{}',
  transcript text,
  language text,
  state text not null default 'new' check (state in ('new', 'heard', 'archived')),
  -- Which members heard it and when.
  heard_by jsonb not null default '[]',
  -- When the server next tries to transcribe it; null when that is done.
  listen_at timestamptz,
  listens smallint not null default 0,
  deleted_at timestamptz,
  at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, line_id, call_id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
create index voicemail_latest on voicemail (org_id, at desc, id desc) where deleted_at is null;
create index voicemail_new on voicemail (org_id, at desc, id desc) where deleted_at is null and state = 'new';
create index voicemail_by_contact on voicemail (org_id, contact_id);
create index voicemail_to_listen on voicemail (listen_at) where listen_at is not null;
alter table voicemail enable row level security;
alter table voicemail force row level security;
create policy voicemail_of_org on voicemail to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy voicemail_of_system on voicemail to crewline_system using (true) with check (true);
create policy voicemail_of_scope on voicemail as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = voicemail.org_id and g.contact_id = voicemail.contact_id));
grant select, insert, update on voicemail to crewline_app;
grant select, insert, update on voicemail to crewline_system;

-- Calls without a recording, and whether the caller got a text about it.
create table missed_call (
  org_id uuid not null references organization (id),
  line_id uuid not null,
  call_id text not null,
  contact_id uuid not null,
  texted_at timestamptz,
  at timestamptz not null,
  primary key (org_id, line_id, call_id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
create index missed_call_texted on missed_call (org_id, contact_id, texted_at desc) where texted_at is not null;
alter table missed_call enable row level security;
alter table missed_call force row level security;
create policy missed_call_of_org on missed_call to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy missed_call_of_system on missed_call to crewline_system using (true) with check (true);
create policy missed_call_of_scope on missed_call as restrictive to crewline_scoped using (false);
grant select, insert, update on missed_call to crewline_app;
grant select, insert, update on missed_call to crewline_system;

-- What callers hear before the tone, in general, outside business hours and on holidays. A case without text and file falls
-- back: holidays to outside business hours, and that to the general greeting.
create table greeting (
  org_id uuid not null primary key references organization (id),
  words text not null default '',
  file jsonb,
  closed_words text not null default '',
  closed_file jsonb,
  holiday_words text not null default '',
  holiday_file jsonb,
  missed_call_text text not null default '',
  updated_at timestamptz not null
);
alter table greeting enable row level security;
alter table greeting force row level security;
create policy greeting_of_org on greeting to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy greeting_of_system on greeting to crewline_system using (true) with check (true);
grant select, insert, update on greeting to crewline_app;
grant select, insert, update on greeting to crewline_system;

-- The greeting of one line, where it differs from the organization's.
create table line_greeting (
  org_id uuid not null references organization (id),
  line_id uuid not null,
  words text not null,
  file jsonb,
  closed_words text not null default '',
  closed_file jsonb,
  holiday_words text not null default '',
  holiday_file jsonb,
  updated_at timestamptz not null,
  primary key (org_id, line_id)
);
alter table line_greeting enable row level security;
alter table line_greeting force row level security;
create policy line_greeting_of_org on line_greeting to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy line_greeting_of_system on line_greeting to crewline_system using (true) with check (true);
grant select, insert, update, delete on line_greeting to crewline_app;
grant select, insert, update, delete on line_greeting to crewline_system;
