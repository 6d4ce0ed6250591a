-- contract: the index of threads is replaced by one in the order people see; a version that still asks by id is right, only slower, until it is gone
set local lock_timeout = '2s';

-- The place of a message in its thread where that is not its id: a text that waited for its time stands where it went, not
-- where it was written. Always later than the id, so that what is older than a place has an older id too.
alter table message
  add column sort_id uuid,
  -- The answer to STOP or HELP itself: the one kind of text that goes to who opted out.
  add column consent_answer boolean not null default false;

set local role crewline_system;
update message set sort_id = (left(uuid_floor(went_at)::text, 13) || right(id::text, 23))::uuid where went_at is not null;
reset role;

-- Not coalesce: row security takes it for a function that may tell what it sees, and would not let it use the index.
create index message_in_order on message (org_id, contact_id, (case when sort_id is null then id else sort_id end) desc);
drop index message_of_conversation;
