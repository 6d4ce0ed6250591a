set local lock_timeout = '2s';

-- Whether a reader reached three quarters of the issue, as far as a script could tell.
alter table news_reader add column is_deep boolean not null default false;
