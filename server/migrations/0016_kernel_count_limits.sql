set local lock_timeout = '2s';

-- Counters of limits, for all processes together. Losing them in a crash only forgives.
create unlogged table rate_limit (
  key text primary key,
  points integer not null,
  expire bigint
);
grant select, insert, update, delete on rate_limit to crewline_system;
