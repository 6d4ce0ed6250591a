set local lock_timeout = '2s';

-- When a number that was bought here went back to its carrier because the organization did not pay.
alter table line add column given_back_at timestamptz;
