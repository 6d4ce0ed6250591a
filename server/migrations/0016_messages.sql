set local lock_timeout = '2s';

-- Messages, in and out. Ids are uuid v7, so a range of ids is a range of time: partitions by month need no extra column in
-- the key. No index by state: pending work is found through outgoing_chunk.
create table message (
  org_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  direction text not null,
  kind text not null default 'text',
  body text not null,
  encoding text not null,
  segments smallint not null,
  -- Null for notes and thread events, which use no line.
  line_id uuid,
  phone_from text not null,
  phone_to text not null,
  sender_id uuid,
  state text not null,
  attempts smallint not null default 0,
  -- How often the message was requeued after a definite failure.
  retries smallint not null default 0,
  -- When the point of no return was passed, and until when its outcome may still arrive.
  submit_started_at timestamptz,
  carrier_id text,
  -- The carrier's ids in attempts that failed for good: late receipts of those must not end the current attempt.
  earlier_carrier_ids text[],
  error_code text,
  client_message_id uuid,
  resend_of uuid,
  expires_at timestamptz,
  at timestamptz not null,
  settled_at timestamptz,
  -- Set only while the message waits; a message on its way never changes it. Indexes with a condition on this column
  -- therefore cost updates of states nothing.
  due_at timestamptz,
  due_zone text,
  hold_reason text,
  cancel_if_reply boolean not null default false,
  -- When a message that waited was sent; its id and `at` stay those of the moment it was written.
  went_at timestamptz,
  -- The place of the message in its thread where that is not its id: a message that waited is shown where it was sent, not
  -- where it was written. Always later than the id, so that what is older than a place has an older id too.
  sort_id uuid,
  -- A member gave a reason why it may be sent at the contact's night.
  quiet_override boolean not null default false,
  -- The answer to STOP or HELP itself: the one kind of message that is sent to contacts who opted out.
  consent_answer boolean not null default false,
  -- The batch it was sent with, such as a run of a broadcast; for an inbound message, the batch it replies to.
  batch_id uuid,
  -- The batch with which it is paused and stopped: its own, one for reminders, or none once a member sends it again or
  -- ahead of its time.
  held_by uuid,
  possible_opt_out boolean not null default false,
  -- An inbound text that answered a question of a flow: it waits for no reply.
  answers_flow boolean not null default false,
  -- Files and voicemails as their thread shows them; the modules that own them write these columns through the public API
  -- of messages.
  media jsonb,
  -- Files are sent as a link in the text, because the phone cannot show them.
  media_as_link boolean not null default false,
  voicemail jsonb,
  translation jsonb,
  reactions jsonb,
  mentions uuid[],
  event jsonb,
  primary key (org_id, id)
) partition by range (id);
-- The order people see. Not coalesce: row level security treats it as a function that may leak what it sees, and would not
-- let it use the index.
create index message_in_order on message (org_id, contact_id, (case when sort_id is null then id else sort_id end) desc);
create index message_due on message (org_id, due_at, id) where due_at is not null;
create index message_due_by_contact on message (org_id, contact_id, due_at) where due_at is not null;
-- A message that is sent is updated twice: marked before the hand-off, and with the carrier's answer. Without free space the
-- row moved to another page each time and was added to every index again. With pages filled to 60 percent, most of these
-- updates stay on their page and touch no index.
create table message_rest partition of message default with (fillfactor = 60);
alter table message enable row level security;
alter table message force row level security;
create policy message_of_org on message to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy message_of_system on message to crewline_system using (true) with check (true);
create policy message_of_scope on message as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = message.org_id and g.contact_id = message.contact_id));
grant select, insert, update on message to crewline_app;
grant select, insert, update on message to crewline_system;

-- Files of a message are visible to members who see the message; other files to the member who uploaded them.
create policy file_of_scope on file as restrictive to crewline_scoped
  using (exists (select from message m where m.org_id = file.org_id and m.id = file.message_id)
    or exists (select from member me where me.org_id = file.org_id and me.user_id = file.uploaded_by
      and me.id = (select nullif(current_setting('app.member', true), '')::uuid)))
  with check (true);

-- Creates the partition of the month of a moment, once; safe to call again and from several processes. It asks pg_class for
-- the partition, not to_regclass: that caches a "no" across the lock, so two processes starting in a new month created it
-- twice and one of them failed. Messages written before their month existed are in message_rest and move along, because a
-- partition cannot be created over rows of the default partition.
create function create_message_partition(moment timestamptz) returns void
  language plpgsql security definer set search_path = public
  as $$
declare
  since timestamptz := date_trunc('month', moment at time zone 'UTC') at time zone 'UTC';
  until timestamptz := (date_trunc('month', moment at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  name text := 'message_' || to_char(since at time zone 'UTC', 'YYYYMM');
begin
  if exists (select from pg_class where relname = name and relnamespace = 'public'::regnamespace) then return; end if;
  perform pg_advisory_xact_lock(hashtext('create_message_partition'));
  if exists (select from pg_class where relname = name and relnamespace = 'public'::regnamespace) then return; end if;
  if exists (select from message_rest where id >= uuid_floor(since) and id < uuid_floor(until)) then
    execute format('create table %I (like message including defaults including constraints) with (fillfactor = 60)', name);
    execute format(
      'with moved as (delete from message_rest where id >= %L and id < %L returning *) insert into %I select * from moved',
      uuid_floor(since), uuid_floor(until), name);
    execute format('alter table message attach partition %I for values from (%L) to (%L)', name, uuid_floor(since), uuid_floor(until));
  else
    execute format('create table %I partition of message for values from (%L) to (%L) with (fillfactor = 60)', name, uuid_floor(since), uuid_floor(until));
  end if;
end $$;
revoke execute on function create_message_partition(timestamptz) from public;
grant execute on function create_message_partition(timestamptz) to crewline_system, crewline_app;

-- The rank of a state, the same numbers as RANK in contract/src/message-states.ts (a test compares them). 50: the state of notes and events.
create function message_rank(state text) returns int
  language sql immutable parallel safe
  as $$ select case state
    when 'held' then 0 when 'scheduled' then 0 when 'queued' then 1 when 'submitting' then 3 when 'unknown' then 4
    when 'submitted' then 10 when 'sent' then 20 when 'undelivered' then 40 when 'failed' then 40 when 'delivered' then 41
    else 50 end $$;

-- Messages that are paused and stopped together, such as those of one run of a broadcast. The sender locks the row at the
-- point of no return, as it does with consent, so that nothing leaves after a pause or a stop has committed.
create table message_batch (
  org_id uuid not null references organization (id),
  id uuid not null,
  state text not null default 'open' check (state in ('open', 'paused', 'stopped')),
  primary key (org_id, id)
);
alter table message_batch enable row level security;
alter table message_batch force row level security;
create policy message_batch_of_org on message_batch to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy message_batch_of_system on message_batch to crewline_system using (true) with check (true);
create policy message_batch_of_scope on message_batch as restrictive to crewline_scoped using (true) with check (true);
grant select, insert, update on message_batch to crewline_app;
grant select, insert on message_batch to crewline_system;

-- One row per message that a client named: a repeated request finds the first message. A table of its own, because a unique
-- key cannot span partitions.
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
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy message_key_of_system on message_key to crewline_system using (true) with check (true);
grant select, insert on message_key to crewline_app;
grant select, delete on message_key to crewline_system;

-- Every webhook of a carrier, once: the key makes repeats harmless forever, the payload is for repair.
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
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy carrier_event_of_system on carrier_event to crewline_system using (true) with check (true);
create policy carrier_event_of_scope on carrier_event as restrictive to crewline_scoped using (false);
grant select, insert, update on carrier_event to crewline_app;
-- The demo inserts the events of its virtual phones.
grant select, insert, update on carrier_event to crewline_system;

-- Work for the sender: up to 500 queued messages of one line. The message rows are the queue; a chunk only says where to
-- look, and is deleted when all of its messages have an outcome.
create table outgoing_chunk (
  org_id uuid not null,
  id uuid not null,
  line_id uuid not null,
  -- 0 automatic answers, 1 one-to-one, 2 broadcast: the lower lane is sent first.
  lane smallint not null,
  message_ids uuid[] not null,
  -- The batch of all of its messages; the sender leaves chunks of paused batches alone.
  batch_id uuid,
  due_at timestamptz not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index outgoing_chunk_by_line on outgoing_chunk (line_id, lane, id);
create index outgoing_chunk_due on outgoing_chunk (due_at, line_id);
alter table outgoing_chunk enable row level security;
alter table outgoing_chunk force row level security;
create policy outgoing_chunk_of_org on outgoing_chunk to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy outgoing_chunk_of_system on outgoing_chunk to crewline_system using (true) with check (true);
create policy outgoing_chunk_of_scope on outgoing_chunk as restrictive to crewline_scoped using (false) with check (true);
grant select, insert, update, delete on outgoing_chunk to crewline_app;
grant select on outgoing_chunk to crewline_system;

-- Inbound messages that wait to be translated; deleted when they are, or after the third attempt.
create table translation_due (
  org_id uuid not null references organization (id),
  message_id uuid not null,
  attempts smallint not null default 0,
  due_at timestamptz not null,
  primary key (org_id, message_id)
);
create index translation_due_next on translation_due (due_at);
alter table translation_due enable row level security;
alter table translation_due force row level security;
create policy translation_due_of_org on translation_due to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy translation_due_of_system on translation_due to crewline_system using (true) with check (true);
create policy translation_due_of_scope on translation_due as restrictive to crewline_scoped using (false);
grant select, delete on translation_due to crewline_app;
grant select, insert, update, delete on translation_due to crewline_system;

insert into event_cursor (follower, xid, seq, moved_at) values ('translation', '0', 0, now());
