/** The transfer of a contact to another organization can be taken back for this long, in ms. */
export const TRANSFER_UNDO_MS = 24 * 3_600_000
/** The most texts that go along with a contact to another organization. */
export const TRANSFER_TEXTS_MAX = 5000
/** Contacts that an organization can transfer in a day. */
export const TRANSFERS_PER_DAY = 200
