set local lock_timeout = '2s';

-- A broadcast: what a member wrote, for whom, and when it is sent. Runs freeze what they send.
create table broadcast (
  org_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('announcement', 'poll', 'acknowledgement')),
  state text not null default 'draft' check (state in ('draft', 'pending_approval', 'scheduled', 'recurring', 'sending', 'paused',
    'sent', 'completed', 'stopped', 'cancelled', 'failed')),
  -- The content as the contract describes it, without name and kind.
  content jsonb not null,
  -- The text in lower case without accents, with the name: for the search of the list.
  searched text not null,
  -- The groups that the audience names, and whether it names only groups: members limited to groups see it then.
  group_ids uuid[] not null default '{}',
  names_only_groups boolean not null default false,
  follow_up_of uuid,
  -- When the next run is due, with its date and time in the zone of the schedule.
  next_at timestamptz,
  next_local text,
  -- A repeated broadcast that is paused keeps its next date.
  dates_paused boolean not null default false,
  approval jsonb,
  -- For whom runs act: the member who launched or approved it.
  launched_by uuid references user_account (id),
  created_by uuid references user_account (id),
  version int not null default 1,
  archived_at timestamptz,
  deleted_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id)
);
create index broadcast_by_change on broadcast (org_id, updated_at desc, id desc) where deleted_at is null;
create index broadcast_by_state on broadcast (org_id, state, updated_at desc, id desc) where deleted_at is null;
create index broadcast_due on broadcast (next_at) where next_at is not null and not dates_paused and deleted_at is null;
alter table broadcast enable row level security;
alter table broadcast force row level security;
create policy broadcast_of_org on broadcast to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy broadcast_of_system on broadcast to crewline_system using (true) with check (true);
-- Members limited to some groups see what they made, and what went to groups they see.
create policy broadcast_of_scope on broadcast as restrictive to crewline_scoped
  using (created_by = (select m.user_id from member m where m.id = (select nullif(current_setting('app.member', true), '')::uuid))
    or (names_only_groups and group_ids <@ array(select g.id from contact_group g)));
grant select, insert, update on broadcast to crewline_app;
grant select, insert, update on broadcast to crewline_system;

-- One sending of a broadcast. Its id is the batch of its messages. The occurrence is the local date and time, so that a
-- second scheduler, a restart, or the repeated hour in autumn cannot start it twice.
create table broadcast_run (
  org_id uuid not null references organization (id),
  id uuid not null,
  broadcast_id uuid not null,
  occurrence text not null,
  state text not null default 'waiting' check (state in ('waiting', 'preparing', 'sending', 'paused', 'sent', 'stopped', 'failed', 'missed')),
  -- A member, or the reason of the circuit breaker.
  paused_by text check (paused_by in ('member', 'carrier_filtered', 'opt_outs', 'failures', 'spending_cap')),
  -- The circuit breaker does not pause a run again that a member resumed.
  is_trusted boolean not null default false,
  -- The content at launch.
  content jsonb not null,
  -- For whom it acts.
  user_id uuid references user_account (id),
  planned_at timestamptz not null,
  starts_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- Whether the recipients are frozen, and the last recipient whose message is queued.
  is_frozen boolean not null default false,
  after_id uuid,
  is_expanded boolean not null default false,
  -- The flow that collects the answers of a poll, or the confirmations.
  flow_id uuid,
  -- How many reminders were sent, when the next one is, and the last contact it reached.
  reminders_sent smallint not null default 0,
  remind_at timestamptz,
  remind_after uuid,
  -- The batch of all its reminders, whether one is being queued, and whether a member stopped them.
  reminder_batch_id uuid,
  is_reminding boolean not null default false,
  reminders_stopped boolean not null default false,
  -- When a member is told who has not confirmed, when they were, and how many people that was.
  escalate_at timestamptz,
  escalated_at timestamptz,
  unconfirmed int,
  primary key (org_id, id),
  unique (org_id, broadcast_id, occurrence),
  foreign key (org_id, broadcast_id) references broadcast (org_id, id)
);
create index broadcast_run_by_broadcast on broadcast_run (org_id, broadcast_id, planned_at desc);
create index broadcast_run_due on broadcast_run (starts_at) where state = 'waiting';
create index broadcast_run_unfinished on broadcast_run (org_id, id) where state in ('preparing', 'sending', 'paused');
create index broadcast_run_escalate on broadcast_run (escalate_at) where escalate_at is not null;
create index broadcast_run_remind on broadcast_run (remind_at) where remind_at is not null;
alter table broadcast_run enable row level security;
alter table broadcast_run force row level security;
create policy broadcast_run_of_org on broadcast_run to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy broadcast_run_of_system on broadcast_run to crewline_system using (true) with check (true);
create policy broadcast_run_of_scope on broadcast_run as restrictive to crewline_scoped
  using (exists (select from broadcast b where b.org_id = broadcast_run.org_id and b.id = broadcast_run.broadcast_id));
grant select, insert, update on broadcast_run to crewline_app;
grant select, insert, update on broadcast_run to crewline_system;

-- What became of a run for each chosen contact, blocked ones with the reason. The sum over the states is always the number
-- of chosen contacts. A status is an update that moves no index entry: nothing here is indexed by state.
create table broadcast_recipient (
  org_id uuid not null,
  run_id uuid not null,
  contact_id uuid not null,
  -- The number, as it was when the recipients were frozen; null for blocked contacts.
  phone text,
  language text not null,
  timezone text,
  location text not null default '',
  -- `blocked`, `pending` until the message is queued, then the state of the message.
  state text not null,
  block_reason text,
  message_id uuid,
  line_id uuid,
  segments smallint,
  error_code text,
  sent_at timestamptz,
  delivered_at timestamptz,
  replied_at timestamptz,
  clicked_at timestamptz,
  answered_at timestamptz,
  opted_out_at timestamptz,
  reminders smallint not null default 0,
  primary key (org_id, run_id, contact_id)
) with (fillfactor = 70);
-- One text per number and run, whatever else goes wrong.
create unique index broadcast_recipient_phone on broadcast_recipient (org_id, run_id, phone) where phone is not null;
create index broadcast_recipient_by_contact on broadcast_recipient (org_id, contact_id);
alter table broadcast_recipient enable row level security;
alter table broadcast_recipient force row level security;
create policy broadcast_recipient_of_org on broadcast_recipient to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy broadcast_recipient_of_system on broadcast_recipient to crewline_system using (true) with check (true);
create policy broadcast_recipient_of_scope on broadcast_recipient as restrictive to crewline_scoped
  using (exists (select from group_member g where g.org_id = broadcast_recipient.org_id and g.contact_id = broadcast_recipient.contact_id));
grant select, insert, update, delete on broadcast_recipient to crewline_app;
grant select, insert, update on broadcast_recipient to crewline_system;

-- The counts of a run by key: `state:delivered`, `blocked:opted_out`, `replied` and so on. Changed by the statements that
-- change the recipients, so that they always agree.
create table broadcast_tally (
  org_id uuid not null,
  run_id uuid not null,
  key text not null,
  n int not null,
  primary key (org_id, run_id, key)
) with (fillfactor = 50);
alter table broadcast_tally enable row level security;
alter table broadcast_tally force row level security;
create policy broadcast_tally_of_org on broadcast_tally to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy broadcast_tally_of_system on broadcast_tally to crewline_system using (true) with check (true);
create policy broadcast_tally_of_scope on broadcast_tally as restrictive to crewline_scoped
  using (exists (select from broadcast_run r where r.org_id = broadcast_tally.org_id and r.id = broadcast_tally.run_id));
grant select, insert, update on broadcast_tally to crewline_app;
grant select, insert, update on broadcast_tally to crewline_system;

-- The count of everyone (the zero id) or of one group, and the snapshot in which it was taken: it holds as long as every
-- `audience_change` of the audience is visible in that snapshot.
create table broadcast_count (
  org_id uuid not null,
  group_id uuid not null,
  snapshot text not null,
  counts jsonb not null,
  counted_at timestamptz not null,
  primary key (org_id, group_id)
);
alter table broadcast_count enable row level security;
alter table broadcast_count force row level security;
create policy broadcast_count_of_org on broadcast_count to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy broadcast_count_of_system on broadcast_count to crewline_system using (true) with check (true);
-- Members limited to some groups count what they see.
create policy broadcast_count_of_scope on broadcast_count as restrictive to crewline_scoped using (false);
grant select, insert, update on broadcast_count to crewline_app;
grant select on broadcast_count to crewline_system;

insert into event_cursor (follower, xid, seq, moved_at) values ('broadcasts', '0', 0, now());
