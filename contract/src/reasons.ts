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

interface Reason {
  class: ReasonClass
  words: string
}

const OFF: Reason = { class: 'phone', words: 'Phone is off or has no signal. We tried for 4 hours.' }
const UNUSED: Reason = { class: 'not_in_use', words: 'This number is not in use.' }
const LANDLINE: Reason = { class: 'landline', words: "This is a landline. It can't get texts." }
const FILTERED: Reason = { class: 'filtered', words: 'The carrier blocked this message. Try fewer links.' }
const OPTED_OUT: Reason = {
  class: 'opted_out',
  words: 'This person opted out. Only they can undo this, by texting START.',
}
const LATE: Reason = { class: 'expired', words: 'The message could not be delivered in time.' }
const SENDER: Reason = { class: 'sender', words: 'Your number is not ready to send. Check it in Settings.' }

/** Carrier codes as published in the error dictionaries of Twilio and Telnyx. */
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
  '30004': FILTERED,
  '30007': FILTERED,
  '40002': FILTERED,
  '40003': FILTERED,
  '30036': LATE,
  '40005': LATE,
  '21606': SENDER,
  '21611': SENDER,
  '30032': SENDER,
  '30034': SENDER,
  opted_out: OPTED_OUT,
  expired: LATE,
  outcome_unknown: {
    class: 'unknown',
    words: 'We could not learn whether this was sent. Check with the person before you send it again.',
  },
  quarantined: {
    class: 'unknown',
    words: 'This message stopped the sender three times, so we set it aside. Try again with other words.',
  },
}

const NO_REASON: Reason = { class: 'unknown', words: 'The carrier did not say why. Try again.' }

/** What a carrier's code means; never fails. */
export function reasonFor(code: string | null): Reason {
  return (code !== null && Object.hasOwn(BY_CODE, code) && BY_CODE[code]) || NO_REASON
}
