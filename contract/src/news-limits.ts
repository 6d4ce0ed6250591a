// Limits of news, without schemas, because the pages import this file too.

/** Issues of an organization, archived ones included. */
export const NEWS_ISSUES_MAX = 1000
/** Longest title of an issue. */
export const NEWS_TITLE_MAX = 90
/** Groups that an issue is for. */
export const NEWS_GROUPS_MAX = 50
/** Earlier versions that are kept of each issue. */
export const NEWS_VERSIONS_MAX = 60
/** Changes of one member within this time are one version in the history, in ms. */
export const NEWS_VERSION_MS = 10 * 60_000
/** Largest picture of an issue, in bytes: a page with one stays under 100 KB. */
export const NEWS_PICTURE_BYTES = 80_000
/** Who edits an issue of news is no longer shown this long after the last report, in ms. */
export const EDITING_EXPIRY_MS = 10_000
/** While a member edits an issue of news, teammates are notified this often, in ms. */
export const EDITING_EVERY_MS = 4_000
