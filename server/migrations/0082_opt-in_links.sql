set local lock_timeout = '2s';

-- The codes of the short links of a page by the address that they open, and how short links begin. Pages that were
-- published before get theirs with the next change; until then their posters and texts show the addresses themselves.
alter table opt_in_page add column links jsonb not null default '{"codes": {}, "base": ""}';
