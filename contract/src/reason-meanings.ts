// What it can mean that a message was not delivered, as shown to members; `reasons.ts` says which code means what.
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
export const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export const NO_ADVICE = verbatim('')

export const NONE: ReasonAction = { kind: 'none' }

export const OFF: Reason = {
  class: 'phone',
  // Does not mention the number of attempts, because it varies: an automatic reply is sent once.
  text: msg({ message: 'Phone is off or has no signal.' }),
  advice: msg({ message: 'Call, or ask in person.' }),
  action: { kind: 'retry', after: [30 * MINUTE, 2 * HOUR, 12 * HOUR, 'morning'] },
  mayRetry: true,
}
export const UNUSED: Reason = {
  class: 'not_in_use',
  text: msg({ message: 'This number is not in use.' }),
  advice: msg({ message: 'Ask for the right number.' }),
  action: { kind: 'mark_phone' },
  mayRetry: false,
}
export const LANDLINE: Reason = {
  class: 'landline',
  text: msg({ message: "This is a landline. It can't get texts." }),
  advice: msg({ message: 'Ask for a mobile number, or call.' }),
  action: { kind: 'mark_phone' },
  mayRetry: false,
}
export const NOT_ROUTABLE: Reason = {
  ...LANDLINE,
  text: msg({ message: "This number can't get texts. It may be a landline." }),
}
export const FILTERED: Reason = {
  class: 'filtered',
  text: msg({ message: 'The carrier blocked this message. Try fewer links.' }),
  advice: msg({ message: 'Write it in other words.' }),
  action: NONE,
  mayRetry: false,
}
export const BLOCKED: Reason = {
  class: 'filtered',
  text: msg({ message: "This person's phone or carrier blocks your number." }),
  advice: msg({ message: 'Ask them to unblock your number.' }),
  action: NONE,
  mayRetry: true,
}
export const OPTED_OUT: Reason = {
  class: 'opted_out',
  text: msg({ message: 'This person opted out. Only they can undo this, by texting START.' }),
  advice: NO_ADVICE,
  action: { kind: 'opt_out' },
  mayRetry: false,
}
export const LATE: Reason = {
  class: 'expired',
  text: msg({ message: 'The message could not be delivered in time.' }),
  advice: msg({ message: 'Send it again if it still matters.' }),
  action: NONE,
  mayRetry: true,
}
export const UNREGISTERED: Reason = {
  class: 'sender',
  text: msg({ message: 'Your number is not ready to send. Check it in Settings.' }),
  advice: msg({ message: 'Finish the registration of the number at the carrier.' }),
  action: { kind: 'pause_line' },
  mayRetry: true,
}
export const NOT_YOURS: Reason = {
  class: 'sender',
  text: msg({ message: "The carrier says your number isn't in your account or can't send texts." }),
  advice: msg({ message: 'Check the number at the carrier, then resume it in Settings.' }),
  action: { kind: 'pause_line' },
  mayRetry: true,
}
export const ACCOUNT_STOPPED: Reason = {
  class: 'sender',
  text: msg({ message: 'The carrier suspended your account.' }),
  advice: msg({ message: 'Ask the carrier, then resume the number in Settings.' }),
  action: { kind: 'pause_line' },
  mayRetry: true,
}
export const NO_ROUTE: Reason = {
  class: 'sender',
  text: msg({ message: "Your number can't text this number." }),
  advice: msg({ message: 'Ask for another number, or ask the carrier to allow this country.' }),
  action: NONE,
  mayRetry: true,
}
export const DAY_IS_FULL: Reason = {
  class: 'sender',
  text: msg({ message: "Your number used up the carrier's texts for today." }),
  advice: msg({ message: 'Raise the limit of your registration at the carrier.' }),
  action: { kind: 'wait_for_carrier_day' },
  mayRetry: true,
}
export const BUSY: Reason = {
  class: 'unknown',
  text: msg({ message: 'The carrier was too busy to take this.' }),
  advice: msg({ message: 'Try again in a few minutes.' }),
  action: { kind: 'retry', after: [30 * SECOND, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE] },
  mayRetry: true,
}
export const FILES_REFUSED: Reason = {
  class: 'sender',
  text: msg({ message: "Your number can't send pictures or files." }),
  advice: msg({ message: 'Send the words alone, or a link.' }),
  action: { kind: 'resend_as_link' },
  mayRetry: false,
}
export const NO_REASON: Reason = {
  class: 'unknown',
  text: msg({ message: "The carrier didn't say why. Try again." }),
  advice: NO_ADVICE,
  action: NONE,
  mayRetry: true,
}
