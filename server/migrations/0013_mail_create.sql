set local lock_timeout = '2s';

-- What the product itself writes to people: letters by e-mail and codes by text. The content is sealed, because it opens
-- accounts, and the row goes once it is handed over.
create table mail (
  id uuid primary key,
  channel text not null check (channel in ('email', 'text')),
  sealed text not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  created_at timestamptz not null
);
create index mail_by_due on mail (due_at);
grant select, insert, update, delete on mail to crewline_system;
