set local lock_timeout = '2s';

-- Addresses of customers' systems to which events are sent.
create table webhook_endpoint (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  url text not null,
  events text[] not null,
  -- Only events about contacts of these groups are sent; null for all.
  group_ids uuid[],
  -- `failed`: turned off by the product.
  state text not null default 'on' check (state in ('on', 'off', 'failed')),
  -- Both encrypted: what signs the deliveries, and what signed them before a rotation, until then.
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  -- One process at a time sends to an address, in order.
  leased_until timestamptz,
  -- The first failure since the last success, and when the next delivery may be tried.
  failing_since timestamptz,
  failures integer not null default 0,
  resume_at timestamptz,
  created_by uuid not null references user_account (id),
  created_at timestamptz not null,
  primary key (org_id, id)
);
alter table webhook_endpoint enable row level security;
alter table webhook_endpoint force row level security;
create policy webhook_endpoint_of_org on webhook_endpoint to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy webhook_endpoint_of_system on webhook_endpoint to crewline_system using (true) with check (true);
grant select, insert, update, delete on webhook_endpoint to crewline_app;
grant select, insert, update on webhook_endpoint to crewline_system;

-- One event for one address. Its id is what receivers recognize repeats by.
create table webhook_delivery (
  org_id uuid not null references organization (id),
  id uuid not null,
  endpoint_id uuid not null,
  type text not null,
  -- Null for events that are not about one contact.
  contact_id uuid,
  -- What the event is about, where it must be sent only once however often it is seen.
  subject uuid,
  -- The exact text that is sent.
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- A test or a replay: sent even while the address is turned off.
  is_requested boolean not null default false,
  attempts integer not null default 0,
  next_at timestamptz not null,
  last_http integer,
  last_failure text,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, endpoint_id) references webhook_endpoint (org_id, id) on delete cascade
);
create index webhook_delivery_by_endpoint on webhook_delivery (org_id, endpoint_id, id desc);
create index webhook_delivery_due on webhook_delivery (endpoint_id, id) where state = 'waiting';
create unique index webhook_delivery_once on webhook_delivery (org_id, endpoint_id, subject) where subject is not null;
create index webhook_delivery_by_contact on webhook_delivery (org_id, contact_id) where contact_id is not null;
create index webhook_delivery_by_age on webhook_delivery (created_at);
alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
create policy webhook_delivery_of_org on webhook_delivery to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy webhook_delivery_of_system on webhook_delivery to crewline_system using (true) with check (true);
-- Bodies name contacts of every group.
create policy webhook_delivery_of_scope on webhook_delivery as restrictive to crewline_scoped using (false);
grant select, insert, update, delete on webhook_delivery to crewline_app;
grant select, insert, update, delete on webhook_delivery to crewline_system;

-- What became of each attempt.
create table webhook_attempt (
  org_id uuid not null references organization (id),
  id uuid not null,
  delivery_id uuid not null,
  at timestamptz not null,
  ms integer not null,
  http integer,
  failure text,
  response text not null,
  primary key (org_id, id),
  foreign key (org_id, delivery_id) references webhook_delivery (org_id, id) on delete cascade
);
create index webhook_attempt_by_delivery on webhook_attempt (org_id, delivery_id, id desc);
alter table webhook_attempt enable row level security;
alter table webhook_attempt force row level security;
create policy webhook_attempt_of_org on webhook_attempt to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy webhook_attempt_of_system on webhook_attempt to crewline_system using (true) with check (true);
create policy webhook_attempt_of_scope on webhook_attempt as restrictive to crewline_scoped using (false);
grant select, delete on webhook_attempt to crewline_app;
grant select, insert, delete on webhook_attempt to crewline_system;

insert into event_cursor (follower, xid, seq, moved_at) values ('webhooks', '0', 0, now());
