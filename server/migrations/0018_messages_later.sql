set local lock_timeout = '2s';

-- Texts that wait for their time. `due_at` is set only while a text waits, and a text on its way never changes it: an index
-- whose condition is on it leaves updates of states as cheap as they were.
alter table message
  -- When a text that had waited went; its id and `at` stay those of the day it was written.
  add column went_at timestamptz,
  -- A person said why it may go in the worker's night.
  add column quiet_override boolean not null default false,
  -- How often it was put back after a definite failure.
  add column retries smallint not null default 0,
  -- What the carrier called it in attempts that failed for good: late news of those must not end the present one.
  add column earlier_carrier_ids text[],
  -- Files go as a link in the words, because the phone cannot show them.
  add column media_as_link boolean not null default false;

create index message_due on message (org_id, due_at, id) where due_at is not null;
create index message_due_of_contact on message (org_id, contact_id, due_at) where due_at is not null;
