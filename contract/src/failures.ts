// Every way a request can be refused: the code, the HTTP status and the text shown to users;
// failure-titles.ts has the titles. 403 has a single meaning.
import { BILLING_FAILURES } from './billing-failures.ts'
import { BROADCAST_FAILURES, type FailureDefinition } from './broadcast-failures.ts'
import { msg } from './localized-text.ts'
import { LOGIN_FAILURES } from './login-failures.ts'
import { SSO_FAILURES } from './sso-failures.ts'
import { PHRASE_FAILURES } from './phrase-failures.ts'
import { TEAM_FAILURES } from './team-failures.ts'
import { verbatim } from './words.ts'

export const FAILURES = {
  invalid: { http: 400, text: msg({ message: 'Some fields need to be fixed.' }), toast: false },
  too_large: { http: 413, text: msg({ message: 'This is too large to send.' }) },
  wrong_type: { http: 415, text: msg({ message: 'The request must be JSON.' }), toast: false },
  session_invalid: {
    http: 403,
    text: msg({ message: 'You were logged out. Log in again to continue.' }),
    toast: false,
  },
  past_due: { http: 401, text: verbatim('past_due'), toast: false },
  not_permitted: { http: 422, text: msg({ message: "Your role doesn't allow this. Ask an owner or admin for help." }) },
  not_for_api_keys: {
    http: 422,
    text: msg({ message: "API keys can't do this. Log in as a member." }),
    toast: false,
  },
  not_found: { http: 404, text: msg({ message: "We couldn't find this." }), toast: false },
  ...LOGIN_FAILURES,
  password_weak: {
    http: 422,
    text: msg({ message: 'Use at least 10 characters that are hard to guess.' }),
    toast: false,
  },
  proof_needed: { http: 422, text: msg({ message: 'Enter your password to continue.' }), toast: false },
  email_unverified: { http: 422, text: msg({ message: 'Confirm your email first.' }), toast: false },
  phone_unsupported: {
    http: 422,
    text: msg({ message: "We can't send codes to this number. Use a mobile number." }),
    toast: false,
  },
  phone_missing: { http: 422, text: msg({ message: 'Verify your mobile number first.' }), toast: false },
  info_known: { http: 409, text: msg({ message: 'This is already set up. Change it in Settings.' }) },
  ...TEAM_FAILURES,
  plan_needed: {
    http: 422,
    text: msg({
      message:
        'Your organization needs a plan and a payment method. Until an owner or admin adds them under Settings, Billing, you can read, but not change or send anything.',
    }),
    // Whatever asked says it itself: a form beside its button, a text beside its bubble.
    toast: false,
  },
  app_off: { http: 422, text: msg({ message: 'This app is off. An owner or admin can turn it on under Apps.' }) },
  app_not_in_plan: {
    http: 422,
    text: msg({
      message: "This app isn't in your plan. An owner or admin can change the plan in Settings, Billing.",
    }),
  },
  email_not_allowed: {
    http: 422,
    text: msg({ message: "Your organization doesn't allow addresses of this domain." }),
    toast: false,
  },
  ...SSO_FAILURES,
  same_organization: { http: 409, text: msg({ message: "You're already in this organization." }) },
  switch_pending: {
    http: 409,
    text: msg({ message: "You're already switching organizations. Try again in a moment." }),
  },
  slow_down: { http: 429, text: msg({ message: 'Too many tries. Wait a moment and try again.' }) },
  wrong_organization: {
    http: 409,
    text: msg({ message: 'You switched organizations in another tab. Reload this page and send again.' }),
  },
  key_reused: { http: 409, text: msg({ message: 'This message was already sent with different text.' }) },
  idempotency_key_reused: {
    http: 409,
    text: msg({ message: 'This idempotency key was already used for another request. Use a new key for each one.' }),
    toast: false,
  },
  idempotency_in_progress: {
    http: 409,
    text: msg({ message: 'The first request with this idempotency key is still running. Repeat it in a moment.' }),
    toast: false,
  },
  idempotency_lost: {
    http: 409,
    text: msg({
      message:
        'The first request with this idempotency key was carried out, but its response was lost. Check the result before you send it with a new key.',
    }),
    toast: false,
  },
  phone_taken: { http: 409, text: msg({ message: 'This number is already in use.' }) },
  number_gone: { http: 409, text: msg({ message: 'This number was just taken. Choose another one.' }) },
  employee_id_taken: { http: 409, text: msg({ message: 'This employee ID belongs to another contact.' }) },
  phone_invalid: {
    http: 422,
    text: msg({ message: 'Enter a mobile number with its area code, like (555) 010-2233.' }),
    toast: false,
  },
  message_empty: { http: 422, text: msg({ message: 'Write a message first.' }), toast: false },
  message_too_long: { http: 422, text: msg({ message: 'This message is longer than 10 texts. Shorten it.' }) },
  recipient_opted_out: {
    http: 422,
    text: msg({ message: 'This contact opted out. They can text START to opt back in.' }),
  },
  opt_out_stays: {
    http: 422,
    text: msg({ message: 'Only the contact can end an opt-out, by texting START.' }),
    toast: false,
  },
  recipient_no_mobile: { http: 422, text: msg({ message: 'Add a mobile number to text this contact.' }) },
  recipient_landline: { http: 422, text: msg({ message: "This is a landline. It can't get texts." }) },
  recipient_blocked: {
    http: 422,
    text: msg({ message: 'This contact is blocked. Change their status to text them.' }),
  },
  recipient_terminated: {
    http: 422,
    text: msg({ message: 'This contact no longer works here. Change their status to text them.' }),
  },
  recipient_not_in_use: { http: 422, text: msg({ message: 'This number is not in use.' }) },
  answered_meanwhile: {
    http: 409,
    text: msg({ message: 'A teammate replied while you were writing. Read their reply before you send.' }),
    toast: false,
  },
  already_canceled: { http: 409, text: msg({ message: 'This text was already canceled.' }) },
  already_on_its_way: { http: 409, text: msg({ message: 'This text is already on its way.' }) },
  too_soon: { http: 422, text: msg({ message: 'Pick a time at least one minute from now.' }), toast: false },
  too_late: { http: 422, text: msg({ message: 'Pick a time within one year.' }), toast: false },
  already_tried: {
    http: 409,
    text: msg({
      message: "This text was sent once already, so its words can't change. Cancel it and write a new one.",
    }),
  },
  number_changed: {
    http: 409,
    text: msg({ message: 'This contact has another number now. Cancel this text and write a new one.' }),
  },
  cannot_retry: { http: 422, text: msg({ message: "Trying again won't help. See the reason for what to do." }) },
  merge_missing: {
    http: 422,
    text: msg({ message: 'Some fields are empty for this contact. Fill them in, or add text to use instead.' }),
    toast: false,
  },
  quiet_now: {
    http: 422,
    text: msg({ message: "It's nighttime for this contact. Send it in the morning, or say why it can't wait." }),
    toast: false,
  },
  off_shift_now: {
    http: 422,
    text: msg({
      message: "This contact is off shift. Send it when their shift starts, or say why it can't wait.",
    }),
    toast: false,
  },
  taken: { http: 409, text: msg({ message: 'A teammate already has this conversation.' }) },
  name_taken: { http: 409, text: msg({ message: 'This name is taken. Choose another.' }), toast: false },
  word_reserved: {
    http: 422,
    text: msg({ message: 'Words like STOP and HELP have a legal meaning. Choose another.' }),
    toast: false,
  },
  ...BILLING_FAILURES,
  hr_not_set_up: { http: 422, text: msg({ message: "HR systems can't be connected on this server." }) },
  hr_not_connected: { http: 409, text: msg({ message: 'No HR system is connected. Connect it first.' }) },
  hr_connected: {
    http: 409,
    text: msg({ message: 'Contacts already follow another source. Disconnect it first.' }),
  },
  hr_file_refused: { http: 422, text: msg({ message: "This file can't be read. Correct it and send it again." }) },
  hr_busy: { http: 409, text: msg({ message: 'A sync is running or waits for your review. Finish it first.' }) },
  hr_refused: {
    http: 422,
    text: msg({ message: "The HR system didn't confirm the connection. Start again in Settings, Integrations." }),
  },
  undo_over: { http: 409, text: msg({ message: 'This can no longer be undone.' }) },
  on_legal_hold: {
    http: 409,
    text: msg({
      message:
        "This is on legal hold, so it can't be deleted or changed in a way that loses anything. Ask an owner or admin.",
    }),
  },
  retention_count: {
    http: 409,
    text: msg({ message: 'This would delete more than the preview showed. Look at the preview again.' }),
  },
  retention_applies: { http: 409, text: msg({ message: 'This period applies already. Choose another one instead.' }) },
  hold_released: { http: 409, text: msg({ message: 'This hold was already released.' }) },
  merge_over: { http: 409, text: msg({ message: 'This merge can no longer be undone.' }) },
  too_many: { http: 422, text: msg({ message: "You can't add any more. Remove one first." }) },
  archive_too_large: {
    http: 422,
    text: msg({ message: 'These answers have too many files for an archive. Export a spreadsheet with their links.' }),
  },
  cannot_receive: {
    http: 422,
    text: msg({ message: "That organization can't take anyone over right now. Ask one of its owners." }),
  },
  sync_off: { http: 422, text: msg({ message: "Sync is off for this organization, so it can't share anything." }) },
  managed_elsewhere: { http: 409, text: msg({ message: 'This is managed by another organization. Change it there.' }) },
  field_in_use: {
    http: 409,
    text: msg({ message: 'This field is used elsewhere. Remove it there first.' }),
    toast: false,
  },
  shift_in_use: { http: 409, text: msg({ message: 'This shift is used elsewhere. Remove it there.' }), toast: false },
  cannot_restore: {
    http: 422,
    text: msg({ message: 'Another item uses its name now. Rename that one first.' }),
    toast: false,
  },
  outdated: { http: 409, text: msg({ message: 'A teammate changed this in the meantime. Reload and try again.' }) },
  file_refused: {
    http: 422,
    text: msg({ message: "We can't send this type of file. Use a photo, PDF, audio file or MP4." }),
    toast: false,
  },
  file_too_large: { http: 413, text: msg({ message: 'This file is too large. The limit is 10 MB.' }), toast: false },
  file_unknown: { http: 404, text: msg({ message: 'A file in this message is no longer available. Add it again.' }) },
  carrier_refused: {
    http: 422,
    text: msg({ message: "The carrier didn't recognize this account or number. Check them and try again." }),
    toast: false,
  },
  try_first: {
    http: 409,
    text: msg({ message: "Try it again first. If it still can't be saved, you can discard it." }),
  },
  carriers_not_asked: {
    http: 409,
    text: msg({ message: "We're still asking your carrier what was already sent. Try again in a moment." }),
  },
  texts_changed: {
    http: 409,
    text: msg({ message: 'The number of waiting texts changed. Check the list and decide again.' }),
  },
  last_line: { http: 422, text: msg({ message: 'This is your only number. Add another one first.' }) },
  not_translated: {
    http: 422,
    text: msg({ message: "Couldn't translate this. Try again, or send it as it is." }),
    toast: false,
  },
  ...PHRASE_FAILURES,
  no_line: { http: 422, text: msg({ message: 'Get a number to start texting.' }) },
  group_in_use: {
    http: 409,
    text: msg({ message: 'This group is used elsewhere. Remove it there first.' }),
    toast: false,
  },
  group_cycle: {
    http: 422,
    text: msg({ message: 'These groups would depend on each other. Choose another group.' }),
    toast: false,
  },
  group_has_rules: {
    http: 422,
    text: msg({ message: 'Smart groups are filled by rules. Choose a manual group.' }),
    toast: false,
  },
  same_group: {
    http: 422,
    text: msg({ message: 'These people are already in this group. Choose another one.' }),
    toast: false,
  },
  ...BROADCAST_FAILURES,
  page_closed: { http: 410, text: msg({ message: 'This page is closed at the moment.' }), toast: false },
  opt_in_incomplete: {
    http: 422,
    text: msg({ message: 'This page can’t be published yet. Complete the checklist first.' }),
    toast: false,
  },
  news_incomplete: {
    http: 422,
    text: msg({ message: 'This can’t be published yet. Complete what is marked.' }),
    toast: false,
  },
  news_not_published: { http: 409, text: msg({ message: 'Readers can’t see this yet.' }) },
  form_incomplete: {
    http: 422,
    text: msg({ message: 'This form can’t be published yet. See what is missing at each question.' }),
    toast: false,
  },
  unavailable: { http: 503, text: msg({ message: "Crewline isn't ready yet. Try again in a few seconds." }) },
  upstream: { http: 502, text: msg({ message: "The carrier didn't respond as expected. Try again." }) },
  bug: { http: 500, text: msg({ message: 'Something went wrong, and nothing was changed. Try again.' }) },
} as const satisfies Record<string, FailureDefinition>

/** The code of a refusal. */
export type FailureCode = keyof typeof FAILURES
