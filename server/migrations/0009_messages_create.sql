set local lock_timeout = '2s';

-- The head of a conversation carries its last message, so that a page of the inbox is one index range.
create table conversation (
  org_id uuid not null references organization (id),
  contact_id uuid not null,
  archived boolean not null default false,
  unread_count int not null default 0,
  line_id uuid,
  last_message_id uuid,
  last_direction text,
  last_preview text not null default '',
  last_at timestamptz not null,
  primary key (org_id, contact_id),
  foreign key (org_id, contact_id) references contact (org_id, id)
);
create index conversation_open on conversation (org_id, last_at desc, contact_id desc) where not archived;
create index conversation_archived on conversation (org_id, last_at desc, contact_id desc) where archived;
create index conversation_all on conversation (org_id, last_at desc, contact_id desc);
create index conversation_unread on conversation (org_id, last_at desc, contact_id desc) where unread_count > 0;
alter table conversation enable row level security;
alter table conversation force row level security;
create policy conversation_of_org on conversation to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy conversation_of_system on conversation to crewline_system using (true) with check (true);
grant select, insert, update on conversation to crewline_app;
grant select, insert on conversation to crewline_system;

-- Messages, in and out. Ids are uuid v7, so a range of ids is a range of time: partitions by month cost no extra column
-- in the key. No index by state: pending work is found through outgoing_chunk.
create table message (
  org_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  direction text not null,
  kind text not null default 'text',
  body text not null,
  encoding text not null,
  segments smallint not null,
  line_id uuid not null,
  phone_from text not null,
  phone_to text not null,
  sender_id uuid,
  state text not null,
  attempts smallint not null default 0,
  -- When the point of no return was passed, and until when its outcome may still come.
  submit_started_at timestamptz,
  carrier_id text,
  error_code text,
  client_message_id uuid,
  resend_of uuid,
  expires_at timestamptz,
  at timestamptz not null,
  settled_at timestamptz,
  primary key (org_id, id)
) partition by range (id);
create index message_of_conversation on message (org_id, contact_id, id desc);
create table message_rest partition of message default;
alter table message enable row level security;
alter table message force row level security;
create policy message_of_org on message to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy message_of_system on message to crewline_system using (true) with check (true);
grant select, insert, update on message to crewline_app;
grant select, insert, update on message to crewline_system;

-- Makes the partition of the month that holds the given moment, once; safe to call again and from several processes.
create function message_partition(moment timestamptz) returns void
  language plpgsql security definer set search_path = public
  as $$
declare
  since timestamptz := date_trunc('month', moment at time zone 'UTC') at time zone 'UTC';
  until timestamptz := (date_trunc('month', moment at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  name text := 'message_' || to_char(since at time zone 'UTC', 'YYYYMM');
begin
  if to_regclass('public.' || name) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext('message_partition'));
  if to_regclass('public.' || name) is not null then return; end if;
  execute format('create table %I partition of message for values from (%L) to (%L)', name, uuid_floor(since), uuid_floor(until));
end $$;

-- The smallest uuid v7 of a moment: its 48-bit milliseconds and zeros.
create function uuid_floor(moment timestamptz) returns uuid
  language sql immutable
  as $$ select (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid $$;
revoke execute on function message_partition(timestamptz) from public;
grant execute on function message_partition(timestamptz) to crewline_system, crewline_app;

-- How far along a state is; the same numbers as RANK in the contract (a test compares them).
create function message_rank(state text) returns int
  language sql immutable parallel safe
  as $$ select case state
    when 'held' then 0 when 'scheduled' then 0 when 'queued' then 1 when 'submitting' then 3 when 'unknown' then 4
    when 'submitted' then 10 when 'sent' then 20 when 'undelivered' then 40 when 'failed' then 40 when 'delivered' then 41
    else 50 end $$;

-- One row a message a client named: a repeated request finds the first one. Kept apart because a unique key cannot span partitions.
create table message_key (
  org_id uuid not null,
  client_message_id uuid not null,
  message_id uuid not null,
  hash bytea not null,
  at timestamptz not null,
  primary key (org_id, client_message_id)
);
alter table message_key enable row level security;
alter table message_key force row level security;
create policy message_key_of_org on message_key to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy message_key_of_system on message_key to crewline_system using (true) with check (true);
grant select, insert on message_key to crewline_app;
grant select, delete on message_key to crewline_system;

-- Every call a carrier made to us, once; the key makes repeats harmless for ever, the payload is for repair.
create table carrier_event (
  org_id uuid not null,
  line_id uuid not null,
  event_key text not null,
  kind text not null,
  payload jsonb,
  at timestamptz not null,
  primary key (org_id, line_id, event_key)
);
alter table carrier_event enable row level security;
alter table carrier_event force row level security;
create policy carrier_event_of_org on carrier_event to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy carrier_event_of_system on carrier_event to crewline_system using (true) with check (true);
grant select, insert, update on carrier_event to crewline_app;
grant select, update on carrier_event to crewline_system;

-- Work for the sender: up to 500 queued messages of one line. The message rows are the queue; a chunk only says where
-- to look, and goes when all of its messages have an outcome.
create table outgoing_chunk (
  org_id uuid not null,
  id uuid not null,
  line_id uuid not null,
  -- 0 automatic answers, 1 one-to-one, 2 broadcast: lower goes first.
  lane smallint not null,
  message_ids uuid[] not null,
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index outgoing_chunk_by_line on outgoing_chunk (line_id, lane, id);
create index outgoing_chunk_due on outgoing_chunk (due_at, line_id);
alter table outgoing_chunk enable row level security;
alter table outgoing_chunk force row level security;
create policy outgoing_chunk_of_org on outgoing_chunk to crewline_app
  using (org_id = (select nullif(current_setting('app.org', true), '')::uuid))
  with check (org_id = (select nullif(current_setting('app.org', true), '')::uuid));
create policy outgoing_chunk_of_system on outgoing_chunk to crewline_system using (true) with check (true);
grant select, insert, update, delete on outgoing_chunk to crewline_app;
grant select on outgoing_chunk to crewline_system;
