set local lock_timeout = '2s';

-- Questions that contacts answer by text: a poll or an acknowledgement of a broadcast, later forms and text menus. The
-- owner is a row of a later module.
create table flow (
  org_id uuid not null references organization (id),
  id uuid not null,
  owner_kind text not null,
  owner_id uuid not null,
  steps jsonb not null,
  texts jsonb not null,
  is_anonymous boolean not null,
  allow_change boolean not null,
  closes_at timestamptz,
  closed_at timestamptz,
  -- Until when texts of contacts may concern this flow: a day longer than its last session, to tell those who answer late.
  -- Receiving a text in an organization without such a flow reads one index entry.
  listen_until timestamptz not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index flow_listening on flow (org_id, listen_until);
create index flow_by_owner on flow (org_id, owner_kind, owner_id);
create index flow_to_close on flow (closes_at) where closed_at is null;
alter table flow enable row level security;
alter table flow force row level security;
create policy flow_of_org on flow to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy flow_of_system on flow to crewline_system using (true) with check (true);
grant select, insert, update on flow to crewline_app;
grant select, insert, update on flow to crewline_system;

-- Where one contact is in one flow. For an anonymous flow it says that the contact answered, never what.
create table flow_session (
  org_id uuid not null,
  id uuid not null,
  flow_id uuid not null,
  contact_id uuid not null,
  -- The number that was asked: a household answers as the contact who was asked.
  phone text not null,
  language text not null,
  line_id uuid not null,
  -- The question that waits for an answer; null when all are answered.
  step_id text,
  state text not null default 'open' check (state in ('open', 'done', 'closed', 'handed_over')),
  -- Texts in a row that were no answer.
  misses smallint not null default 0,
  -- A newer flow asked in the meantime, or the question could not be sent: it is sent again before an answer counts.
  needs_prompt boolean not null default false,
  paused_until timestamptz,
  expires_at timestamptz not null,
  started_at timestamptz not null,
  -- When its question was last sent.
  prompted_at timestamptz not null,
  answered_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, flow_id) references flow (org_id, id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
create unique index flow_session_by_flow on flow_session (org_id, flow_id, contact_id);
create index flow_session_missing on flow_session (org_id, flow_id, contact_id) where answered_at is null;
create index flow_session_by_contact on flow_session (org_id, contact_id);
create index flow_session_by_phone on flow_session (org_id, phone);
alter table flow_session enable row level security;
alter table flow_session force row level security;
create policy flow_session_of_org on flow_session to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy flow_session_of_system on flow_session to crewline_system using (true) with check (true);
create policy flow_session_of_scope on flow_session as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = flow_session.org_id and g.contact_id = flow_session.contact_id offset 0));
grant select, insert, update, delete on flow_session to crewline_app;
grant select, insert, update on flow_session to crewline_system;

-- The current answer per contact and question. An anonymous answer has no contact, a random id and the time of its flow, and
-- is stored among other answers, so that neither a key nor a time nor the order of rows leads to a contact.
create table flow_answer (
  org_id uuid not null,
  flow_id uuid not null,
  id uuid not null,
  step_id text not null,
  contact_id uuid,
  option_key text,
  number double precision,
  text text,
  -- How often the contact changed it.
  changes int not null default 0,
  -- Anonymous answers are shown five or more at a time.
  is_shown boolean not null default true,
  at timestamptz not null,
  primary key (org_id, flow_id, id),
  foreign key (org_id, flow_id) references flow (org_id, id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
create unique index flow_answer_of_contact on flow_answer (org_id, flow_id, step_id, contact_id) where contact_id is not null;
create index flow_answer_by_option on flow_answer (org_id, flow_id, step_id, option_key, contact_id);
create index flow_answer_by_contact on flow_answer (org_id, contact_id) where contact_id is not null;
create index flow_answer_withheld on flow_answer (org_id, flow_id, step_id) where not is_shown;
alter table flow_answer enable row level security;
alter table flow_answer force row level security;
create policy flow_answer_of_org on flow_answer to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy flow_answer_of_system on flow_answer to crewline_system using (true) with check (true);
-- Anonymous answers are of no contact; the module of the owner decides who may open their flow.
create policy flow_answer_of_scope on flow_answer as restrictive to crewline_scoped
  using (contact_id is null
    or exists (select from group_member g where g.org_id = flow_answer.org_id and g.contact_id = flow_answer.contact_id offset 0));
grant select, insert, update, delete on flow_answer to crewline_app;
grant select, insert, update, delete on flow_answer to crewline_system;
