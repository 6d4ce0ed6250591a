set local lock_timeout = '2s';

-- What a message can hold beside its words. Files and voicemails are kept here as their thread shows them; the rooms that
-- own them write these columns through the door of messages.
alter table message
  add column media jsonb,
  add column translation jsonb,
  add column reactions jsonb,
  add column due_at timestamptz,
  add column hold_reason text,
  add column due_zone text,
  add column cancel_if_reply boolean not null default false,
  add column mentions uuid[],
  add column event jsonb,
  add column voicemail jsonb,
  add column possible_opt_out boolean not null default false;

-- What the team shares of a conversation.
alter table conversation
  add column assignee_id uuid references user_account (id),
  add column waiting_since timestamptz,
  add column snoozed_until timestamptz,
  add column next_due_at timestamptz,
  add column unheard_voicemails int not null default 0,
  add column failed boolean not null default false,
  add column last_kind text not null default 'text';

-- What an organization has decided about its texts; parts that were never set are what the code says.
alter table organization
  add column settings jsonb not null default '{}',
  add column version int not null default 1;

-- Rank of the state that notes and events have.
create or replace function message_rank(state text) returns int
  language sql immutable parallel safe
  as $$ select case state
    when 'held' then 0 when 'scheduled' then 0 when 'queued' then 1 when 'submitting' then 3 when 'unknown' then 4
    when 'submitted' then 10 when 'sent' then 20 when 'undelivered' then 40 when 'failed' then 40 when 'delivered' then 41
    else 50 end $$;

-- Where a worker is, when that is not where the organization is: texts wait for their morning, not for ours.
alter table contact add column timezone text;
