set local lock_timeout = '2s';

-- When a member bought the number here; null for a number that the organization brought.
alter table line add column bought_at timestamptz;

-- Unpaid for 30 days: suspended, and the numbers that were bought here are released at release_at, after three warnings.
alter table billing_account
  add column suspended_at timestamptz,
  add column release_at timestamptz,
  add column release_warnings smallint not null default 0 check (release_warnings between 0 and 3),
  add column released_at timestamptz;
