set local lock_timeout = '2s';

-- Prepaid credit as last read: what is left, and all that was ever bought.
alter table billing_account
  add column credit_cents integer not null default 0,
  add column credit_bought_cents integer not null default 0;

-- What prepaid credit paid of an invoice, before taxes.
alter table billing_invoice add column credit_cents integer not null default 0;
