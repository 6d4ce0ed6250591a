set local lock_timeout = '2s';

-- An issue of news: a page that people open from a text.
create table news_issue (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- Part of the public address. Random, because whoever has the address can read the issue.
  code text collate "C" not null,
  -- What members write, as the contract describes it; the title again for search.
  title text not null,
  content jsonb not null,
  version int not null default 1,
  -- Who it is for: the recipients that are proposed when it is texted.
  group_ids uuid[] not null default '{}',
  -- What readers see, and which version it was.
  published jsonb,
  published_version int,
  published_at timestamptz,
  -- The short link that counts the clicks on each address in it.
  link_codes jsonb not null default '{}',
  expires_at timestamptz,
  archived_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  changed_by uuid references user_account (id),
  changed_at timestamptz not null,
  primary key (org_id, id)
);
create unique index news_issue_code on news_issue (code);
create index news_issue_newest on news_issue (org_id, changed_at desc, id desc) where deleted_at is null;
alter table news_issue enable row level security;
alter table news_issue force row level security;
create policy news_issue_of_org on news_issue to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy news_issue_of_system on news_issue to crewline_system using (true) with check (true);
grant select, insert, update on news_issue to crewline_app, crewline_system;

-- What an issue was before a change, and each published version.
create table news_version (
  org_id uuid not null,
  id uuid not null,
  issue_id uuid not null,
  content jsonb not null,
  reason text not null check (reason in ('edited', 'published', 'restored')),
  saved_by uuid references user_account (id),
  saved_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, issue_id) references news_issue (org_id, id)
);
create index news_version_by_issue on news_version (org_id, issue_id, saved_at desc, id desc);
alter table news_version enable row level security;
alter table news_version force row level security;
create policy news_version_of_org on news_version to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy news_version_of_system on news_version to crewline_system using (true) with check (true);
grant select, insert, delete on news_version to crewline_app, crewline_system;

-- A reader of an issue, who is not known: a keyed hash of the address and the browser, replaced by a random value after a
-- month.
create table news_reader (
  org_id uuid not null,
  issue_id uuid not null,
  visitor bytea not null,
  language text not null,
  reaction text check (reaction in ('like', 'love', 'useful')),
  views int not null default 0,
  first_at timestamptz not null,
  is_forgotten boolean not null default false,
  primary key (org_id, issue_id, visitor),
  foreign key (org_id, issue_id) references news_issue (org_id, id)
);
create index news_reader_to_forget on news_reader (first_at) where not is_forgotten;
alter table news_reader enable row level security;
alter table news_reader force row level security;
create policy news_reader_of_org on news_reader to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy news_reader_of_system on news_reader to crewline_system using (true) with check (true);
grant select, insert, update on news_reader to crewline_app, crewline_system;

-- A picture that issues may show. The bytes are a file.
create table news_picture (
  org_id uuid not null references organization (id),
  file_id uuid not null,
  width int not null,
  height int not null,
  bytes int not null,
  created_at timestamptz not null,
  primary key (org_id, file_id),
  foreign key (org_id, file_id) references file (org_id, id)
);
alter table news_picture enable row level security;
alter table news_picture force row level security;
create policy news_picture_of_org on news_picture to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy news_picture_of_system on news_picture to crewline_system using (true) with check (true);
grant select, insert, delete on news_picture to crewline_app, crewline_system;
