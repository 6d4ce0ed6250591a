// Limits of what an organization says about itself and how it organizes its team.
/** Longest name of a custom role. */
export const ROLE_NAME_MAX = 40
/** Most custom roles of one organization. */
export const ROLES_MAX = 30
/** Most email domains to which an organization limits its invitations. */
export const EMAIL_DOMAINS_MAX = 20
/** Longest line of a postal address. */
export const ADDRESS_LINE_MAX = 100
/** Longest name of an organization in texts to contacts: it must leave room for the text. */
export const SENDER_NAME_MAX = 40
/** Largest file that is accepted as a logo, in bytes. */
export const LOGO_UPLOAD_BYTES = 5 * 1024 * 1024
/** Largest logo as stored, in bytes: public pages with one stay light. */
export const LOGO_BYTES = 10 * 1024
/** Rows of a pasted list of invitations. */
export const INVITATION_ROWS_MAX = 200
