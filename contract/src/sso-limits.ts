// Limits of single sign-on and provisioning, apart from the schemas, for code that must not load zod.

/** Time to log in at the identity provider, in ms. */
export const SSO_LOGIN_MS = 15 * 60_000
/** Time between the response of the identity provider and the session, in ms. */
export const SSO_TICKET_MS = 60_000
/** Log-ins that one address may begin in a minute: a whole shift may start from one address. */
export const SSO_STARTS_PER_MINUTE = 60
/** The most domains of one organization. */
export const SSO_DOMAINS_MAX = 20
/** The most groups that give a role. */
export const SSO_GROUP_ROLES_MAX = 50
/** The most certificates of one identity provider: the current one, the next one, and spares. */
export const SSO_CERTIFICATES_MAX = 5
/** The longest certificate or metadata document, in characters. */
export const SSO_METADATA_MAX = 100_000
/** The longest address, id or secret of an identity provider. */
export const SSO_VALUE_MAX = 500
/** Attempts listed for administrators. */
export const SSO_ATTEMPTS_LISTED = 20
/** How long attempts are kept, in days. */
export const SSO_ATTEMPT_DAYS = 30
