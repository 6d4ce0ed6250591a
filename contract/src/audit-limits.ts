// Limits of the audit log, without zod for the browser.

/** The most entries that one file holds. */
export const AUDIT_EXPORT_MAX = 100_000
