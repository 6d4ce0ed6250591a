set local lock_timeout = '2s';

-- What an organization pays for, as last read from the payment service. Without a row it is not billed.
create table billing_account (
  org_id uuid primary key references organization (id),
  -- The end of the trial, after which a plan is needed.
  trial_ends_at timestamptz,
  customer_id text unique,
  subscription_id text,
  -- As the payment service says: incomplete, active, past_due, unpaid, canceled, ...
  subscription_status text,
  plan text check (plan in ('starter', 'team', 'growth')),
  -- Seats paid for on top of the plan.
  extra_seats int not null default 0 check (extra_seats >= 0),
  currency text not null default 'usd',
  subscribed_at timestamptz,
  cancel_at timestamptz,
  card_brand text,
  card_last4 text,
  card_exp_month int,
  card_exp_year int,
  -- Since when a payment is missing; null while nothing is.
  past_due_since timestamptz,
  blocked_at timestamptz,
  spending_cap_cents int check (spending_cap_cents >= 0),
  -- The month in which the cap was reached, in the organization's calendar.
  capped_month date,
  -- Reads of the payment service are numbered when they begin; an older one never overwrites a newer one.
  read_begun bigint not null default 0,
  read_written bigint not null default 0,
  synced_at timestamptz,
  created_at timestamptz not null
);
create index billing_account_past_due on billing_account (past_due_since) where past_due_since is not null;
create index billing_account_capped on billing_account (org_id) where spending_cap_cents is not null;
alter table billing_account enable row level security;
alter table billing_account force row level security;
create policy billing_account_of_org on billing_account to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy billing_account_of_system on billing_account to crewline_system using (true) with check (true);
grant select, insert, update on billing_account to crewline_app;
grant select, insert, update on billing_account to crewline_system;

-- Invoices and credit notes, as last read from the payment service.
create table billing_invoice (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- The id at the payment service.
  external_id text not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  number text not null,
  status text not null check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  cents bigint not null,
  tax_cents bigint not null,
  owed_cents bigint not null,
  currency text not null,
  -- What is billed and the taxes, each with its amount.
  lines jsonb not null,
  taxes jsonb not null,
  -- The invoice that a credit note is about.
  corrects text,
  billed_to text not null,
  issued_at timestamptz not null,
  due_at timestamptz,
  paid_at timestamptz,
  tries int not null default 0,
  first_failed_at timestamptz,
  next_try_at timestamptz,
  page_url text,
  primary key (org_id, id),
  unique (org_id, external_id)
);
create index billing_invoice_by_date on billing_invoice (org_id, issued_at desc, id desc);
alter table billing_invoice enable row level security;
alter table billing_invoice force row level security;
create policy billing_invoice_of_org on billing_invoice to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy billing_invoice_of_system on billing_invoice to crewline_system using (true) with check (true);
grant select, insert, update on billing_invoice to crewline_app;
grant select, insert, update on billing_invoice to crewline_system;

-- The usage reported to the payment service: which part of which counter. The parts of a counter follow each other
-- without a gap, so a part that is reported twice has the same id and counts once.
create table billing_report (
  org_id uuid not null references organization (id),
  month date not null,
  kind text not null check (kind in ('segments', 'mms')),
  from_count bigint not null,
  to_count bigint not null,
  -- The moment the usage is billed at: its invoice is the one whose period contains it.
  billed_at timestamptz not null,
  -- waived: used before the plan began.
  state text not null check (state in ('pending', 'sent', 'waived')),
  check (to_count > from_count),
  primary key (org_id, month, kind, from_count)
);
create index billing_report_pending on billing_report (org_id) where state = 'pending';
alter table billing_report enable row level security;
alter table billing_report force row level security;
create policy billing_report_of_org on billing_report to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy billing_report_of_system on billing_report to crewline_system using (true) with check (true);
grant select, insert, update on billing_report to crewline_app;
grant select, insert, update on billing_report to crewline_system;

-- What the billing contacts were told already: each alert and each failed payment once.
create table billing_notice (
  org_id uuid not null references organization (id),
  key text not null,
  at timestamptz not null,
  primary key (org_id, key)
);
alter table billing_notice enable row level security;
alter table billing_notice force row level security;
create policy billing_notice_of_org on billing_notice to crewline_app
  using (org_id = (select current_setting('app.org')::uuid))
  with check (org_id = (select current_setting('app.org')::uuid));
create policy billing_notice_of_system on billing_notice to crewline_system using (true) with check (true);
grant select, insert on billing_notice to crewline_app;
grant select, insert on billing_notice to crewline_system;

-- Webhooks of the payment service, stored before anything is done about them. They only say that something changed: the
-- customer is read again. They belong to no organization until the customer is known.
create table billing_event (
  id text primary key,
  type text not null,
  customer_id text,
  created_at timestamptz not null,
  received_at timestamptz not null,
  settled_at timestamptz,
  attempts int not null default 0,
  retry_at timestamptz
);
create index billing_event_waiting on billing_event (received_at) where settled_at is null;
create index billing_event_settled on billing_event (settled_at) where settled_at is not null;
grant select, insert, update, delete on billing_event to crewline_system;
