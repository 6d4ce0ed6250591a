// Why a message was not delivered, as shown to members. Carriers change their codes: unknown ones use the last entry.
import { msg, type LocalizedText } from './localized-text.ts'
import { verbatim } from './words.ts'

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

/** What the product does automatically for a code. */
export type ReasonAction =
  | { kind: 'none' }
  /** Retried after each of these delays in turn, in ms; `morning` is the end of the contact's next quiet hours. */
  | { kind: 'retry'; after: readonly (number | 'morning')[] }
  /** The daily cap at the carrier is reached: continues at midnight in California, where carriers count days. */
  | { kind: 'wait_for_carrier_day' }
  /** Sent once more with links in place of its files. */
  | { kind: 'resend_as_link' }
  /** Pauses sending from this line until a member has reviewed it. */
  | { kind: 'pause_line' }
  | { kind: 'opt_out' }
  | { kind: 'mark_phone' }

/** The meaning of a code and the possible actions. */
export interface Reason {
  class: ReasonClass
  /** Why it was not delivered, for members. */
  text: LocalizedText
  /** What a member can do now; empty when nothing helps. */
  advice: LocalizedText
  action: ReasonAction
  /** Whether a member may retry the same message. */
  mayRetry: boolean
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const NO_ADVICE = verbatim('')

const NONE: ReasonAction = { kind: 'none' }

const OFF: Reason = {
  class: 'phone',
  // Does not mention the number of attempts, because it varies: an automatic reply is sent once.
  text: msg({ message: 'Phone is off or has no signal.' }),
  advice: msg({ message: 'Call, or ask in person.' }),
  action: { kind: 'retry', after: [30 * MINUTE, 2 * HOUR, 12 * HOUR, 'morning'] },
  mayRetry: true,
}
const UNUSED: Reason = {
  class: 'not_in_use',
  text: msg({ message: 'This number is not in use.' }),
  advice: msg({ message: 'Ask for the right number.' }),
  action: { kind: 'mark_phone' },
  mayRetry: false,
}
const LANDLINE: Reason = {
  class: 'landline',
  text: msg({ message: "This is a landline. It can't get texts." }),
  advice: msg({ message: 'Ask for a mobile number, or call.' }),
  action: { kind: 'mark_phone' },
  mayRetry: false,
}
const FILTERED: Reason = {
  class: 'filtered',
  text: msg({ message: 'The carrier blocked this message. Try fewer links.' }),
  advice: msg({ message: 'Write it in other words.' }),
  action: NONE,
  mayRetry: false,
}
const BLOCKED: Reason = {
  class: 'filtered',
  text: msg({ message: "This person's phone or carrier blocks your number." }),
  advice: msg({ message: 'Ask them to unblock your number.' }),
  action: NONE,
  mayRetry: true,
}
const OPTED_OUT: Reason = {
  class: 'opted_out',
  text: msg({ message: 'This person opted out. Only they can undo this, by texting START.' }),
  advice: NO_ADVICE,
  action: { kind: 'opt_out' },
  mayRetry: false,
}
const LATE: Reason = {
  class: 'expired',
  text: msg({ message: 'The message could not be delivered in time.' }),
  advice: msg({ message: 'Send it again if it still matters.' }),
  action: NONE,
  mayRetry: true,
}
const UNREGISTERED: Reason = {
  class: 'sender',
  text: msg({ message: 'Your number is not ready to send. Check it in Settings.' }),
  advice: msg({ message: 'Finish the registration of the number at the carrier.' }),
  action: { kind: 'pause_line' },
  mayRetry: true,
}
const NOT_YOURS: Reason = {
  class: 'sender',
  text: msg({ message: "The carrier says your number isn't in your account or can't send texts." }),
  advice: msg({ message: 'Check the number at the carrier, then resume it in Settings.' }),
  action: { kind: 'pause_line' },
  mayRetry: true,
}
const ACCOUNT_STOPPED: Reason = {
  class: 'sender',
  text: msg({ message: 'The carrier suspended your account.' }),
  advice: msg({ message: 'Ask the carrier, then resume the number in Settings.' }),
  action: { kind: 'pause_line' },
  mayRetry: true,
}
const NO_ROUTE: Reason = {
  class: 'sender',
  text: msg({ message: "Your number can't text this number." }),
  advice: msg({ message: 'Ask for another number, or ask the carrier to allow this country.' }),
  action: NONE,
  mayRetry: true,
}
const DAY_IS_FULL: Reason = {
  class: 'sender',
  text: msg({ message: "Your number used up the carrier's texts for today." }),
  advice: msg({ message: 'Raise the limit of your registration at the carrier.' }),
  action: { kind: 'wait_for_carrier_day' },
  mayRetry: true,
}
const BUSY: Reason = {
  class: 'unknown',
  text: msg({ message: 'The carrier was too busy to take this.' }),
  advice: msg({ message: 'Try again in a few minutes.' }),
  action: { kind: 'retry', after: [30 * SECOND, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE] },
  mayRetry: true,
}
const NO_REASON: Reason = {
  class: 'unknown',
  text: msg({ message: "The carrier didn't say why. Try again." }),
  advice: NO_ADVICE,
  action: NONE,
  mayRetry: true,
}

/**
 * Carrier codes from the error dictionaries of Twilio (https://www.twilio.com/docs/api/errors) and Telnyx; the others
 * are our own. A code that every text of the number would get pauses the number, so that its texts wait.
 */
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
  '21212': NOT_YOURS,
  '21603': NOT_YOURS,
  '21606': NOT_YOURS,
  '21659': NOT_YOURS,
  '21660': NOT_YOURS,
  '21661': NOT_YOURS,
  '21609': {
    class: 'sender',
    text: msg({ message: "The carrier can't reach this server's address." }),
    advice: msg({ message: 'The operator of this installation must check PUBLIC_URL. Then resume the number.' }),
    action: { kind: 'pause_line' },
    mayRetry: true,
  },
  '30002': ACCOUNT_STOPPED,
  '30037': ACCOUNT_STOPPED,
  '30032': UNREGISTERED,
  '30033': UNREGISTERED,
  '30034': UNREGISTERED,
  '30035': UNREGISTERED,
  '21408': NO_ROUTE,
  '21608': NO_ROUTE,
  '21612': NO_ROUTE,
  '21611': BUSY,
  '30001': BUSY,
  '30022': BUSY,
  '20429': BUSY,
  '30008': { ...NO_REASON, action: { kind: 'retry', after: [5 * MINUTE] } },
  '30011': {
    class: 'phone',
    text: msg({ message: "This phone can't get pictures or files." }),
    advice: msg({ message: 'Send the words alone, or a link.' }),
    action: { kind: 'resend_as_link' },
    mayRetry: false,
  },
  '21621': {
    class: 'sender',
    text: msg({ message: "Your number can't send pictures or files." }),
    advice: msg({ message: 'Send the words alone, or a link.' }),
    action: { kind: 'resend_as_link' },
    mayRetry: false,
  },
  '30023': DAY_IS_FULL,
  '30027': DAY_IS_FULL,
  sample_number: {
    class: 'sender',
    text: msg({ message: "The sample number can't text real people." }),
    advice: msg({ message: 'Get a number to start texting.' }),
    action: NONE,
    mayRetry: false,
  },
  opted_out: { ...OPTED_OUT, action: NONE },
  landline: { ...LANDLINE, action: NONE },
  not_in_use: { ...UNUSED, action: NONE },
  no_mobile: {
    class: 'not_in_use',
    text: msg({ message: 'This contact had no mobile number when this text was due.' }),
    advice: msg({ message: 'Add a mobile number.' }),
    action: NONE,
    mayRetry: false,
  },
  contact_archived: {
    class: 'expired',
    text: msg({ message: 'This contact was archived before this text was due.' }),
    advice: NO_ADVICE,
    action: NONE,
    mayRetry: false,
  },
  blocked: {
    class: 'expired',
    text: msg({ message: 'This contact was blocked before this text was due.' }),
    advice: msg({ message: 'Change their status to text them.' }),
    action: NONE,
    mayRetry: false,
  },
  terminated: {
    class: 'expired',
    text: msg({ message: 'This contact no longer worked here when this text was due.' }),
    advice: msg({ message: 'Change their status to text them.' }),
    action: NONE,
    mayRetry: false,
  },
  number_changed: {
    class: 'not_in_use',
    text: msg({ message: "The number changed in the meantime, so we didn't retry the old one." }),
    advice: msg({ message: 'Send it again to the new number.' }),
    action: NONE,
    mayRetry: false,
  },
  missed: {
    class: 'expired',
    text: msg({ message: "This couldn't go out on time, so we didn't send it." }),
    advice: msg({ message: 'Send it again if it still matters.' }),
    action: NONE,
    mayRetry: true,
  },
  expired: LATE,
  outcome_unknown: {
    class: 'unknown',
    text: msg({
      message: "We couldn't find out whether this was sent. Check with the contact before you send it again.",
    }),
    advice: msg({ message: 'Ask whether it arrived.' }),
    action: NONE,
    mayRetry: false,
  },
  quarantined: {
    class: 'unknown',
    text: msg({
      message: 'This message failed three times, so we stopped trying. Reword it and try again.',
    }),
    advice: msg({ message: 'Send it with other words.' }),
    action: NONE,
    mayRetry: false,
  },
}

/** Returns the meaning of a carrier code; never fails: an unknown code means that no reason was given. */
export function reasonFor(code: string | null): Reason {
  return (code !== null && Object.hasOwn(BY_CODE, code) && BY_CODE[code]) || NO_REASON
}
