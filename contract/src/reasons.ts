// Why a text did not arrive, in the words staff see. Codes change: unknown ones fall to the last sentence.

/** What a refusal means for the phone number. */
export type ReasonClass =
  | 'phone'
  | 'landline'
  | 'not_in_use'
  | 'filtered'
  | 'opted_out'
  | 'expired'
  | 'sender'
  | 'unknown'

/** What the product does by itself about a code. */
export type ReasonAction =
  | { kind: 'none' }
  /** Tried again after each of these waits in turn, in ms; `morning` is when the worker's next night ends. */
  | { kind: 'retry'; after: readonly (number | 'morning')[] }
  /** The day's allowance at the carrier is used up: goes on at midnight in California, where carriers count days. */
  | { kind: 'wait_for_carrier_day' }
  /** Sent once more with a link in place of its files. */
  | { kind: 'resend_as_link' }
  /** Nothing goes from this number until somebody has looked. */
  | { kind: 'pause_line' }
  | { kind: 'opt_out' }
  | { kind: 'mark_phone' }

/** What a code means and what can be done. */
export interface Reason {
  class: ReasonClass
  /** Why it did not arrive, for staff. */
  words: string
  /** What a teammate can do now; empty where nothing helps. */
  advice: string
  action: ReasonAction
  /** Whether a teammate may try the very same text again. */
  mayRetry: boolean
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const NONE: ReasonAction = { kind: 'none' }

const OFF: Reason = {
  class: 'phone',
  words: 'Phone is off or has no signal. We tried until the next morning.',
  advice: 'Call, or ask in person.',
  action: { kind: 'retry', after: [30 * MINUTE, 2 * HOUR, 12 * HOUR, 'morning'] },
  mayRetry: true,
}
const UNUSED: Reason = {
  class: 'not_in_use',
  words: 'This number is not in use.',
  advice: 'Ask for the right number.',
  action: { kind: 'mark_phone' },
  mayRetry: false,
}
const LANDLINE: Reason = {
  class: 'landline',
  words: "This is a landline. It can't get texts.",
  advice: 'Ask for a mobile number, or call.',
  action: { kind: 'mark_phone' },
  mayRetry: false,
}
const FILTERED: Reason = {
  class: 'filtered',
  words: 'The carrier blocked this message. Try fewer links.',
  advice: 'Write it in other words.',
  action: NONE,
  mayRetry: false,
}
const BLOCKED: Reason = {
  class: 'filtered',
  words: "This person's phone or carrier blocks your number.",
  advice: 'Ask them to unblock your number.',
  action: NONE,
  mayRetry: true,
}
const OPTED_OUT: Reason = {
  class: 'opted_out',
  words: 'This person opted out. Only they can undo this, by texting START.',
  advice: '',
  action: { kind: 'opt_out' },
  mayRetry: false,
}
const LATE: Reason = {
  class: 'expired',
  words: 'The message could not be delivered in time.',
  advice: 'Send it again if it still matters.',
  action: NONE,
  mayRetry: true,
}
const SENDER: Reason = {
  class: 'sender',
  words: 'Your number is not ready to send. Check it in Settings.',
  advice: 'Finish the registration of the number at the carrier.',
  action: NONE,
  mayRetry: true,
}
const UNREGISTERED: Reason = { ...SENDER, action: { kind: 'pause_line' } }
const BUSY: Reason = {
  class: 'unknown',
  words: 'The carrier was too busy to take this.',
  advice: 'Try again in a few minutes.',
  action: { kind: 'retry', after: [30 * SECOND, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE] },
  mayRetry: true,
}
const NO_REASON: Reason = {
  class: 'unknown',
  words: 'The carrier did not say why. Try again.',
  advice: '',
  action: NONE,
  mayRetry: true,
}

/** Carrier codes as published in the error dictionaries of Twilio and Telnyx; the others are our own. */
const BY_CODE: Record<string, Reason> = {
  '21610': OPTED_OUT,
  '40300': OPTED_OUT,
  '21211': UNUSED,
  '30005': UNUSED,
  '40001': UNUSED,
  '21614': LANDLINE,
  '30006': LANDLINE,
  '30003': OFF,
  '40006': OFF,
  '30004': BLOCKED,
  '30007': FILTERED,
  '40002': FILTERED,
  '40003': FILTERED,
  '30036': LATE,
  '40005': LATE,
  '21606': SENDER,
  '21611': SENDER,
  '30032': UNREGISTERED,
  '30034': UNREGISTERED,
  '30001': BUSY,
  '20429': BUSY,
  '30008': { ...NO_REASON, action: { kind: 'retry', after: [5 * MINUTE] } },
  '30011': {
    class: 'phone',
    words: 'This phone cannot get pictures or files.',
    advice: 'Send the words alone, or a link.',
    action: { kind: 'resend_as_link' },
    mayRetry: false,
  },
  '30023': {
    class: 'sender',
    words: "Your number used up the carrier's texts for today.",
    advice: 'Raise the limit of your registration at the carrier.',
    action: { kind: 'wait_for_carrier_day' },
    mayRetry: true,
  },
  opted_out: { ...OPTED_OUT, action: NONE },
  landline: { ...LANDLINE, action: NONE },
  not_in_use: { ...UNUSED, action: NONE },
  no_mobile: {
    class: 'not_in_use',
    words: 'There was no mobile number when this was to go.',
    advice: 'Add a mobile number.',
    action: NONE,
    mayRetry: false,
  },
  contact_archived: {
    class: 'expired',
    words: 'This contact was archived before this was to go.',
    advice: '',
    action: NONE,
    mayRetry: false,
  },
  blocked: {
    class: 'expired',
    words: 'This contact was blocked before this was to go.',
    advice: 'Change their status to text them.',
    action: NONE,
    mayRetry: false,
  },
  terminated: {
    class: 'expired',
    words: 'This contact stopped working here before this was to go.',
    advice: 'Change their status to text them.',
    action: NONE,
    mayRetry: false,
  },
  number_changed: {
    class: 'not_in_use',
    words: 'The number was changed meanwhile, so we did not try the old one again.',
    advice: 'Send it again to the new number.',
    action: NONE,
    mayRetry: false,
  },
  missed: {
    class: 'expired',
    words: 'This missed its time, so we did not send it late.',
    advice: 'Send it again if it still matters.',
    action: NONE,
    mayRetry: true,
  },
  expired: LATE,
  outcome_unknown: {
    class: 'unknown',
    words: 'We could not learn whether this was sent. Check with the person before you send it again.',
    advice: 'Ask whether it arrived.',
    action: NONE,
    mayRetry: false,
  },
  quarantined: {
    class: 'unknown',
    words: 'This message stopped the sender three times, so we set it aside. Try again with other words.',
    advice: 'Send it with other words.',
    action: NONE,
    mayRetry: false,
  },
}

/** What a carrier's code means; never fails, unknown codes mean that nobody said why. */
export function reasonFor(code: string | null): Reason {
  return (code !== null && Object.hasOwn(BY_CODE, code) && BY_CODE[code]) || NO_REASON
}
