set local lock_timeout = '2s';

-- Saved replies: a member's own, or shared with the team.
create table saved_reply (
  org_id uuid not null references organization (id),
  id uuid not null,
  user_id uuid not null references user_account (id),
  name text not null,
  shortcut text not null,
  body text not null,
  shared boolean not null,
  uses int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
);
create unique index saved_reply_own_shortcut on saved_reply (org_id, user_id, lower(shortcut)) where not shared and shortcut <> '';
create unique index saved_reply_shared_shortcut on saved_reply (org_id, lower(shortcut)) where shared and shortcut <> '';
alter table saved_reply enable row level security;
alter table saved_reply force row level security;
create policy saved_reply_of_org on saved_reply to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy saved_reply_of_system on saved_reply to crewline_system using (true) with check (true);
grant select, insert, update, delete on saved_reply to crewline_app;
grant select, insert on saved_reply to crewline_system;

-- Words that contacts text to get an automatic answer. `plain` is the form that messages are compared with.
create table keyword (
  org_id uuid not null references organization (id),
  id uuid not null,
  word text not null,
  plain text not null,
  match text not null check (match in ('only', 'first', 'contains')),
  reply text not null,
  active boolean not null default true,
  uses int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
);
create unique index keyword_by_word on keyword (org_id, plain);
alter table keyword enable row level security;
alter table keyword force row level security;
create policy keyword_of_org on keyword to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy keyword_of_system on keyword to crewline_system using (true) with check (true);
grant select, insert, update, delete on keyword to crewline_app;
grant select, insert on keyword to crewline_system;

-- When a contact last got an automatic answer: away replies keep their interval, and a machine that answers our answers is
-- not answered forever.
create table away_sent (
  org_id uuid not null,
  contact_id uuid not null,
  -- The last away reply.
  at timestamptz,
  -- The number of keyword answers since this moment.
  keywords_since timestamptz,
  keywords int not null default 0,
  primary key (org_id, contact_id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
alter table away_sent enable row level security;
alter table away_sent force row level security;
create policy away_sent_of_org on away_sent to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy away_sent_of_system on away_sent to crewline_system using (true) with check (true);
create policy away_sent_of_scope on away_sent as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = away_sent.org_id and g.contact_id = away_sent.contact_id offset 0));
grant select, insert, update, delete on away_sent to crewline_app;
grant select on away_sent to crewline_system;
