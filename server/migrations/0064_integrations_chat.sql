set local lock_timeout = '2s';

-- Channels of Slack and Teams that get posts.
create table chat_channel (
  org_id uuid not null references organization (id),
  id uuid not null,
  kind text not null check (kind in ('slack', 'teams')),
  name text not null,
  -- The webhook URL, encrypted: with it everyone can post to the channel.
  url text not null,
  -- The language of its posts.
  language text not null,
  events text[] not null,
  -- After how long without a reply a text is posted.
  wait_minutes integer not null check (wait_minutes > 0),
  -- Only texts and voicemails of contacts in these groups are posted; null for all.
  group_ids uuid[],
  shows_text boolean not null default false,
  -- `failed`: turned off by the product.
  state text not null default 'on' check (state in ('on', 'off', 'failed')),
  -- What happened before is not posted: when it was connected, turned on, or got other events.
  since timestamptz not null,
  -- One process at a time posts to a channel, in order.
  leased_until timestamptz,
  -- How the last attempts ended, and when the next post may be tried.
  posted_at timestamptz,
  failing_since timestamptz,
  failures integer not null default 0,
  problem text,
  problem_http integer,
  problem_at timestamptz,
  resume_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index chat_channel_on on chat_channel (org_id) where state = 'on';
alter table chat_channel enable row level security;
alter table chat_channel force row level security;
create policy chat_channel_of_org on chat_channel to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy chat_channel_of_system on chat_channel to crewline_system using (true) with check (true);
grant select, insert, update, delete on chat_channel to crewline_app;
grant select, insert, update on chat_channel to crewline_system;

-- One notice for one channel.
create table chat_post (
  org_id uuid not null references organization (id),
  id uuid not null,
  channel_id uuid not null,
  event text not null,
  -- Null for what is not about one contact.
  contact_id uuid,
  -- What happened: it is posted once, however often it is seen.
  subject text not null,
  -- What to post; null once it is posted, given up or blanked.
  content jsonb,
  -- `merged`: named by the post that counts several.
  state text not null default 'waiting' check (state in ('waiting', 'posted', 'failed', 'merged')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, channel_id) references chat_channel (org_id, id) on delete cascade
);
create unique index chat_post_once on chat_post (org_id, channel_id, subject);
create index chat_post_due on chat_post (channel_id, id) where state = 'waiting';
create index chat_post_by_contact on chat_post (org_id, contact_id) where contact_id is not null;
create index chat_post_by_age on chat_post (created_at);
alter table chat_post enable row level security;
alter table chat_post force row level security;
create policy chat_post_of_org on chat_post to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy chat_post_of_system on chat_post to crewline_system using (true) with check (true);
-- They name contacts of every group.
create policy chat_post_of_scope on chat_post as restrictive to crewline_scoped using (false);
grant select, insert, update, delete on chat_post to crewline_app;
grant select, insert, update, delete on chat_post to crewline_system;

insert into event_cursor (follower, xid, seq, moved_at) values ('integrations', '0', 0, now());
