// Constants of billing, without schemas, because the pages import them too.

/** How long an organization works without a plan, in ms. */
export const TRIAL_MS = 14 * 86_400_000
/** The segments and MMS of a trial. */
export const TRIAL_SEGMENTS = 500
export const TRIAL_MMS = 25
/** How long after the first failed payment reading and sending is blocked, in ms. */
export const BLOCK_AFTER_MS = 7 * 86_400_000
/** How long after the first failed payment the organization is suspended, in ms. */
export const SUSPEND_AFTER_MS = 30 * 86_400_000
/** How long after the first failed payment the numbers that were bought here are released, in ms. */
export const RELEASE_AFTER_MS = 60 * 86_400_000
/** How long before the release each warning is sent, in ms. */
export const RELEASE_WARNINGS_MS = [14 * 86_400_000, 7 * 86_400_000, 86_400_000] as const
/** The highest spending cap, in cents. */
export const SPENDING_CAP_MAX_CENTS = 100_000_000
/** The amounts of prepaid credit that can be bought, in cents. */
export const CREDIT_CHOICES_CENTS = [2_500, 5_000, 10_000, 25_000] as const
/** The most credit that an organization can have after a purchase, in cents. */
export const CREDIT_MAX_CENTS = 100_000
/** The shares of the included messages at which the billing contacts are emailed, in percent. */
export const USAGE_ALERTS = [80, 100] as const
