set local lock_timeout = '2s';

-- What the source says about people beyond the standard fields, by name, as the last sync found it. Custom fields can be filled
-- from it; values are stored only of what is chosen.
alter table hr_connection add column source_fields text[] not null default '{}';
