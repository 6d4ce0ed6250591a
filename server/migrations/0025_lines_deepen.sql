set local lock_timeout = '2s';

-- What a number is, whether it is in use, and which one conversations start with.
alter table line
  add column type text not null default 'local' check (type in ('local', 'toll_free', 'short_code')),
  add column state text not null default 'active' check (state in ('active', 'paused', 'released')),
  add column is_default boolean not null default false;

update line set is_default = true
  where id in (select distinct on (org_id) id from line order by org_id, id);

-- contract: a looser rule takes the place of the stricter one; no version writes what only the stricter would refuse.
-- A number that was given up may be added again, here or by whoever got it since.
alter table line drop constraint line_phone_key;
create unique index line_by_phone on line (phone) where state <> 'released';
create unique index line_default on line (org_id) where is_default;

-- Owners and admins add and change numbers themselves now.
grant insert, update on line to crewline_app;
