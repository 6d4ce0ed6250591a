set local lock_timeout = '2s';

-- What callers hear outside business hours; without words and file they hear the same as inside them.
alter table greeting add column closed_words text not null default '', add column closed_file jsonb;
alter table line_greeting add column closed_words text not null default '', add column closed_file jsonb;
