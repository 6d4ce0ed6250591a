set local lock_timeout = '2s';
-- A new person may get the user name of someone who was erased. A member says that they are someone else.
-- contract: the new constraint allows every value that the former one did
alter table hr_person drop constraint hr_person_fix_check;
alter table hr_person add constraint hr_person_fix_check
  check (fix in ('same', 'share', 'without_phone', 'someone_else', 'ignore')) not valid;
