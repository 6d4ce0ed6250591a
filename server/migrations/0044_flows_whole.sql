set local lock_timeout = '2s';

-- The version of the owner, for a flow whose answers belong together: they are handed to the owner with the last one.
alter table flow add column owner_version int;

-- The questions of such a flow that were answered, in order, with commas: what BACK returns to.
alter table flow_session add column trail text not null default '';
-- When the contact was reminded that answers are missing.
alter table flow_session add column nudged_at timestamptz;
