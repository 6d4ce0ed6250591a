// Every way a request can be refused: the code, the HTTP status and the words people see. 403 means one thing only.

interface Said {
  http: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503
  title: string
  words: string
  /** False where no toast may appear. */
  toast?: false
}

export const FAILURES = {
  invalid: { http: 400, title: 'Check the fields', words: 'Some fields need a fix.', toast: false },
  too_large: { http: 413, title: 'Too large', words: 'This is too large to send.' },
  wrong_type: { http: 415, title: 'Wrong format', words: 'The request must be JSON.', toast: false },
  session_invalid: {
    http: 403,
    title: 'Signed out',
    words: 'You were signed out. Log in again to go on.',
    toast: false,
  },
  past_due: { http: 401, title: 'Account past due', words: 'past_due', toast: false },
  not_permitted: {
    http: 422,
    title: 'Not allowed',
    words: 'Your role does not allow this. Ask an owner or admin for help.',
  },
  not_found: { http: 404, title: 'Not found', words: 'We could not find this.', toast: false },
  invalid_credentials: {
    http: 422,
    title: 'Log in',
    words: 'Email or password is not right. Try again or reset your password.',
    toast: false,
  },
  link_invalid: {
    http: 422,
    title: 'Old link',
    words: 'This link is old or was used already. Ask for a new one.',
    toast: false,
  },
  code_wrong: { http: 422, title: 'Check the code', words: 'That code is not right.', toast: false },
  code_dead: { http: 422, title: 'Old code', words: 'This code is old. Ask for a new one.', toast: false },
  codes_locked: {
    http: 422,
    title: 'Locked',
    words: 'Too many wrong codes. Reset your password to go on.',
    toast: false,
  },
  mfa_expired: {
    http: 422,
    title: 'Log in again',
    words: 'This took too long, or the code was wrong too often. Log in again.',
    toast: false,
  },
  password_weak: {
    http: 422,
    title: 'Choose another password',
    words: 'Use 10 or more characters that are not easy to guess.',
    toast: false,
  },
  proof_needed: { http: 422, title: 'Confirm it is you', words: 'Enter your password to go on.', toast: false },
  email_unverified: { http: 422, title: 'Confirm your e-mail', words: 'Confirm your e-mail first.', toast: false },
  phone_unsupported: {
    http: 422,
    title: 'Check the number',
    words: 'We cannot send codes to this number. Use a mobile number.',
    toast: false,
  },
  phone_missing: { http: 422, title: 'No mobile number', words: 'Verify your mobile number first.', toast: false },
  info_known: { http: 409, title: 'Done already', words: 'This was said already. Change it in Settings.' },
  invitation_for_other: {
    http: 422,
    title: 'Another account',
    words: 'This invitation is for another e-mail. Log out and open the link again.',
    toast: false,
  },
  account_exists: { http: 422, title: 'Log in first', words: 'You have an account. Log in to join.', toast: false },
  already_member: {
    http: 422,
    title: 'Already a teammate',
    words: 'This person is in your team already.',
    toast: false,
  },
  role_too_high: { http: 422, title: 'Not allowed', words: 'You cannot give a role above your own.', toast: false },
  same_organization: { http: 409, title: 'Already here', words: 'You are in this organization already.' },
  switch_pending: { http: 409, title: 'One moment', words: 'A switch is under way. Try again in a moment.' },
  slow_down: { http: 429, title: 'Too many tries', words: 'Too many tries. Wait a moment and try again.' },
  wrong_organization: {
    http: 409,
    title: 'Not sent',
    words: 'You switched organizations in another tab. Reload this page and send again.',
  },
  key_reused: {
    http: 409,
    title: 'Not sent',
    words: 'This message was sent already with other words.',
  },
  phone_taken: { http: 409, title: 'Number in use', words: 'This number belongs to someone else.' },
  employee_id_taken: { http: 409, title: 'ID in use', words: 'This employee ID belongs to someone else.' },
  phone_invalid: {
    http: 422,
    title: 'Check the number',
    words: 'Enter a mobile number with its area code, like (555) 010-2233.',
    toast: false,
  },
  message_empty: { http: 422, title: 'Nothing to send', words: 'Write a message first.', toast: false },
  message_too_long: { http: 422, title: 'Too long', words: 'This message is longer than 10 texts. Shorten it.' },
  recipient_opted_out: {
    http: 422,
    title: 'Not sent',
    words: 'This person opted out. Only they can undo this, by texting START.',
  },
  opt_out_stays: {
    http: 422,
    title: 'The opt-out stays',
    words: 'This person opted out. Only they can undo this, by texting START.',
    toast: false,
  },
  recipient_no_mobile: { http: 422, title: 'Not sent', words: 'Add a mobile number to text this person.' },
  recipient_landline: { http: 422, title: 'Not sent', words: "This is a landline. It can't get texts." },
  recipient_blocked: {
    http: 422,
    title: 'Not sent',
    words: 'This person is blocked. Change their status to text them.',
  },
  recipient_terminated: {
    http: 422,
    title: 'Not sent',
    words: 'This person does not work here any more. Change their status to text them.',
  },
  recipient_not_in_use: { http: 422, title: 'Not sent', words: 'This number is not in use.' },
  answered_meanwhile: {
    http: 409,
    title: 'A teammate answered',
    words: 'A teammate answered since you looked. Read it before you send.',
    toast: false,
  },
  already_on_its_way: { http: 409, title: 'Already sent', words: 'This text is on its way already.' },
  too_soon: { http: 422, title: 'Check the time', words: 'Pick a time at least one minute from now.', toast: false },
  too_late: { http: 422, title: 'Check the time', words: 'Pick a time within one year.', toast: false },
  cannot_retry: { http: 422, title: 'Not sent', words: 'Another try cannot help. The reason says what can.' },
  merge_missing: {
    http: 422,
    title: 'Fill the gaps',
    words: 'Some fields are empty for this person. Fill them or write a word to use instead.',
    toast: false,
  },
  quiet_now: {
    http: 422,
    title: 'Night there',
    words: 'It is night for this person. Send it in the morning, or say why it cannot wait.',
    toast: false,
  },
  taken: { http: 409, title: 'Taken', words: 'A teammate has this conversation already.' },
  name_taken: { http: 409, title: 'Name in use', words: 'This name is taken. Choose another.', toast: false },
  word_reserved: {
    http: 422,
    title: 'Choose another word',
    words: 'This word has a meaning by law, such as STOP or HELP. Choose another.',
    toast: false,
  },
  undo_over: {
    http: 409,
    title: 'Too late to undo',
    words: 'This cannot be undone any more.',
  },
  merge_over: {
    http: 409,
    title: 'Too late to undo',
    words: 'This merge cannot be undone any more.',
  },
  too_many: { http: 422, title: 'That is the limit', words: 'You have as many as you can keep. Remove one first.' },
  sync_off: {
    http: 422,
    title: 'Sync is off',
    words: 'Sync is off for this organization. It hands nothing down.',
  },
  managed_elsewhere: {
    http: 409,
    title: 'Managed elsewhere',
    words: 'This is managed by another organization. Change it there.',
  },
  field_in_use: {
    http: 409,
    title: 'Still in use',
    words: 'This field is used elsewhere. Remove it there first.',
    toast: false,
  },
  cannot_restore: {
    http: 422,
    title: 'Not restored',
    words: 'Something else has its name now. Rename that first.',
    toast: false,
  },
  outdated: {
    http: 409,
    title: 'Changed meanwhile',
    words: 'A teammate changed this meanwhile. Reload and try again.',
  },
  file_refused: {
    http: 422,
    title: 'File not added',
    words: 'We cannot send this kind of file. Use a photo, PDF, audio or MP4.',
    toast: false,
  },
  file_too_large: { http: 413, title: 'Too large', words: 'This file is too large. The limit is 10 MB.', toast: false },
  file_unknown: { http: 404, title: 'Not sent', words: 'A file of this message is gone. Add it again.' },
  carrier_refused: {
    http: 422,
    title: 'Check the account',
    words: 'The carrier does not know this account or number. Check them and try again.',
    toast: false,
  },
  try_first: {
    http: 409,
    title: 'Not discarded',
    words: 'Try it again first. What cannot be stored then can be discarded.',
  },
  last_line: { http: 422, title: 'Keep one number', words: 'This is your only number. Add another one first.' },
  not_translated: {
    http: 422,
    title: 'Not translated',
    words: 'We could not translate this. Try again or send it as it is.',
    toast: false,
  },
  no_line: { http: 422, title: 'Not sent', words: 'Get a number to start texting.' },
  group_in_use: {
    http: 409,
    title: 'Still in use',
    words: 'This group is used elsewhere. Remove it there first.',
    toast: false,
  },
  group_cycle: {
    http: 422,
    title: 'Groups in a circle',
    words: 'These groups would ask each other who is in them. Choose another group.',
    toast: false,
  },
  group_has_rules: {
    http: 422,
    title: 'Kept by its rules',
    words: 'This group is kept by its rules. Choose one made by hand.',
    toast: false,
  },
  same_group: {
    http: 422,
    title: 'Choose another group',
    words: 'People are in this group already. Choose another one.',
    toast: false,
  },
  unavailable: { http: 503, title: 'One moment', words: 'We are not ready. Try again in a few seconds.' },
  upstream: { http: 502, title: 'Carrier problem', words: 'The carrier did not answer as it should. Try again.' },
  bug: { http: 500, title: 'We could not do this', words: 'We could not do this. Nothing was changed.' },
} as const satisfies Record<string, Said>

/** The code of a refusal. */
export type FailureCode = keyof typeof FAILURES
