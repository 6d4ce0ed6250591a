// Limits of provisioning, apart from the schemas, for code that must not load zod.

/** What every SCIM token begins with, for secret scanners. */
export const SCIM_TOKEN_PREFIX = 'crewscim_'
/** Tokens of one organization that work at the same time. */
export const SCIM_TOKENS_MAX = 5
export const SCIM_TOKEN_NAME_MAX = 60
/** The longest life of a token, in days. */
export const SCIM_TOKEN_DAYS_MAX = 730
/** Calls of one token in a minute. */
export const SCIM_CALLS_PER_MINUTE = 600
/** Wrong tokens from one address in a minute. */
export const SCIM_FAILURES_PER_MINUTE = 30
/** The most resources in one response. */
export const SCIM_PAGE_MAX = 200
/** The most members named in one request. */
export const SCIM_MEMBERS_MAX = 1_000
/** The most members of a group that requests fill step by step. */
export const SCIM_GROUP_MEMBERS_MAX = 5_000
/** How long ended tokens stay listed, in days. */
export const SCIM_LISTED_DAYS = 90
