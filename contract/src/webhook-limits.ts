// Limits of webhooks, without schemas, because the pages import this file too.
/** Most webhooks of an organization. */
export const WEBHOOKS_MAX = 20
/** Longest name of a webhook. */
export const WEBHOOK_NAME_MAX = 60
/** Longest URL of a webhook. */
export const WEBHOOK_URL_MAX = 500
/** Most groups a webhook can be limited to. */
export const WEBHOOK_GROUPS_MAX = 100
/** Deliveries and their log are kept for this many days. */
export const WEBHOOK_KEPT_DAYS = 14
/** A delivery is attempted this many times, over about 24 hours. */
export const WEBHOOK_ATTEMPTS_MAX = 8
/** What every signing secret begins with (Standard Webhooks). */
export const WEBHOOK_SECRET_PREFIX = 'whsec_'
/** Receivers should refuse a delivery whose timestamp is further than this from their clock, in seconds. */
export const WEBHOOK_TOLERANCE_S = 300
