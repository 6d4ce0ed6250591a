// Limits of chat channels, without schemas, because the pages import this file too.
/** Most chat channels of an organization. */
export const CHAT_CHANNELS_MAX = 20
/** Longest name of a chat channel: Slack allows 80 characters. */
export const CHAT_NAME_MAX = 80
/** Longest webhook URL of a chat channel: a workflow's contains its signature. */
export const CHAT_URL_MAX = 1_000
/** Most groups a chat channel can be limited to. */
export const CHAT_GROUPS_MAX = 100
/** After how many minutes without a reply a text can be posted. */
export const CHAT_WAIT_MINUTES = [5, 15, 30, 60, 120, 240] as const
/** Posts are kept for this many days, without their text once they are posted. */
export const CHAT_KEPT_DAYS = 14
