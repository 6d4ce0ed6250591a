/** Longest name of a legal hold, in characters. */
export const HOLD_NAME_MAX = 100
/** Longest reason for placing or releasing a legal hold, in characters. */
export const HOLD_REASON_MAX = 500
/** Most contacts that one legal hold names. */
export const HOLD_CONTACTS_MAX = 500
/** Most groups that one legal hold names. */
export const HOLD_GROUPS_MAX = 50
/** Most legal holds of an organization, released ones included. */
export const HOLDS_MAX = 1000
