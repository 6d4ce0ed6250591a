set local lock_timeout = '2s';

-- Emails and code messages of the product itself. The content is encrypted, because it opens accounts, and the row is
-- deleted once it is handed over.
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
