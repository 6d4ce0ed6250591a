set local lock_timeout = '2s';

-- A public page where people agree to get texts.
create table opt_in_page (
  org_id uuid not null references organization (id),
  id uuid not null,
  url text not null,
  name text not null,
  -- The keyword for comparison with texts; null without one.
  keyword text,
  status text not null default 'paused' check (status in ('active', 'paused')),
  -- What members edit, as the contract describes it.
  content jsonb not null,
  version int not null default 1,
  views bigint not null default 0,
  -- The flow that asks the people who filled in the form to reply YES.
  flow_id uuid,
  created_by uuid references user_account (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (org_id, id)
);
-- Addresses are unique across organizations, because they identify the page.
create unique index opt_in_page_url on opt_in_page (url) where deleted_at is null;
create unique index opt_in_page_keyword on opt_in_page (org_id, keyword) where keyword is not null and deleted_at is null;
create index opt_in_page_newest on opt_in_page (org_id, created_at desc, id desc) where deleted_at is null;
alter table opt_in_page enable row level security;
alter table opt_in_page force row level security;
create policy opt_in_page_of_org on opt_in_page to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy opt_in_page_of_system on opt_in_page to crewline_system using (true) with check (true);
grant select, insert, update on opt_in_page to crewline_app, crewline_system;

-- A form that a person sent: with the exact text they agreed to, and how far they came.
create table opt_in_join (
  org_id uuid not null,
  id uuid not null,
  page_id uuid not null,
  phone text not null,
  contact_id uuid,
  -- `code` and `reply` wait for the person.
  state text not null check (state in ('code', 'reply', 'joined', 'expired')),
  entered jsonb not null,
  language text not null,
  wording text not null,
  method text not null check (method in ('web', 'qr', 'kiosk', 'keyword')),
  -- Whether the person proved to hold the number, by a code or a reply.
  is_proved boolean not null default false,
  flow_id uuid,
  token_hash bytea,
  code_fingerprint bytea,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  joined_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, page_id) references opt_in_page (org_id, id)
);
create index opt_in_join_by_page on opt_in_join (org_id, page_id, created_at desc, id desc);
create index opt_in_join_by_contact on opt_in_join (org_id, contact_id) where contact_id is not null;
create index opt_in_join_by_phone on opt_in_join (org_id, phone);
create unique index opt_in_join_token on opt_in_join (token_hash) where token_hash is not null;
create index opt_in_join_due on opt_in_join (expires_at) where state in ('code', 'reply');
alter table opt_in_join enable row level security;
alter table opt_in_join force row level security;
create policy opt_in_join_of_org on opt_in_join to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy opt_in_join_of_system on opt_in_join to crewline_system using (true) with check (true);
create policy opt_in_join_of_scope on opt_in_join as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = opt_in_join.org_id and g.contact_id = opt_in_join.contact_id));
grant select, insert, update, delete on opt_in_join to crewline_app, crewline_system;

insert into event_cursor (follower, xid, seq, moved_at) values ('opt-in', '0', 0, now());
