set local lock_timeout = '2s';

-- The encryption keys that may have sealed stored values, 'master' for MASTER_KEY: a process records the key it seals with
-- before it seals anything, and the operator's command takes a key off once nothing is sealed with it. A start without one
-- of these keys is refused.
create table encryption_key (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,31}$'),
  -- A known text sealed with the key: another key under the same name is found out.
  key_check text not null,
  added_at timestamptz not null,
  -- When a running process last said that it seals with the key, or has values of it in its data directory.
  used_at timestamptz not null
);
grant select, insert, update, delete on encryption_key to crewline_system;
