set local lock_timeout = '2s';

-- Which company is connected, by its id at the service. While people of the company before are kept, also its name: the first
-- sync with another company asks. And for which moment the absence of a file was reported last.
alter table hr_connection
  add column company_id text,
  add column former_company text,
  add column former_company_id text,
  add column missed_file_at timestamptz;
