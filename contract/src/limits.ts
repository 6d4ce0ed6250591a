// Every constant of the product and every limit a person can meet, one name each.

/** Life of the token cookie and the colour-scheme cookie, in seconds (30 days). */
export const COOKIE_MAX_AGE_S = 2_592_000
/** A session ends this long after log-in, in ms. */
export const SESSION_ABSOLUTE_MS = COOKIE_MAX_AGE_S * 1000
/** A session nobody used for this long ends, in ms. */
export const SESSION_IDLE_MS = 14 * 24 * 3_600_000
/** Toasts close by themselves after this many ms. */
export const TOAST_AUTO_CLOSE_MS = 4000
/** Most toasts on screen at once. */
export const TOAST_LIMIT = 5
/** Where a toast goes when nobody says otherwise. */
export const TOAST_DEFAULT_POSITION = 'bottom-right'
/** In-app toasts close after this many ms unless the server says otherwise. */
export const INAPP_TOAST_AUTO_CLOSE_MS = 5000
/** While connected the client asks for usage this often, in ms. */
export const USAGE_POLL_MS = 20_000
/** The first request for notifications comes this long after connecting, in ms. */
export const FIRST_NOTIFICATIONS_DELAY_MS = 1000
/** Loading the stored state may take this long before the app starts without it, in ms. */
export const PERSIST_TIMEOUT_MS = 5000
/** Version of the stored state; another version is discarded. */
export const STORAGE_VERSION = 1
/** The navigation progress bar: height in px. */
export const PROGRESS_HEIGHT_PX = 3
/** The navigation progress bar starts at this share of its width. */
export const PROGRESS_START = 0.6
/** The navigation progress bar ends this long after the page is there, in ms. */
export const PROGRESS_STOP_DELAY_MS = 200
/** Blur of the overlay shown while an organization is being switched. */
export const SWITCH_OVERLAY_BLUR = 10
/** Layer of that overlay, above everything else. */
export const SWITCH_OVERLAY_Z_INDEX = 10_000
/** Messages of the active conversation that a device remembers. */
export const MESSAGES_KEPT = 50
/** Conversations that a device remembers, without their words. */
export const CONVERSATIONS_KEPT = 50
/** A stored part of the session longer than this many characters is not read. */
export const STORED_PART_MAX = 524_288
/** While somebody writes, teammates are told this often, in ms. */
export const TYPING_THROTTLE_MS = 3000
/** Somebody who was not heard writing for this long has stopped, in ms. */
export const TYPING_FORGOTTEN_MS = 6000
/** Name of the cookie that mirrors the token. */
export const TOKEN_COOKIE = 'token'
/** Name of the cookie that remembers light or dark. */
export const COLOR_SCHEME_COOKIE = 'color-scheme'

/** Rows of a list page when the caller does not say. */
export const PAGE_SIZE_DEFAULT = 25
/** Most rows of a list page. */
export const PAGE_SIZE_MAX = 200
/** Texts shown per page of a thread. */
export const THREAD_PAGE = 50

/** Longest message a person may write, in characters. */
export const MESSAGE_MAX_CHARACTERS = 1600
/** Most texts one message may be split into. */
export const MESSAGE_MAX_TEXTS = 10
/** Longest first or last name. */
export const NAME_MAX = 60
/** Characters of a message shown in the conversation list. */
export const PREVIEW_MAX = 120
/** Without a client id, the same words by the same member within this time are one message, in ms. */
export const SAME_MESSAGE_WINDOW_MS = 2000

/** Largest API request body, in bytes. */
export const BODY_MAX_BYTES = 262_144
/** Wrong passwords per account before log-in slows down. */
export const LOGIN_FAILURES_FREE = 5
/** Log-in attempts per address and minute. */
export const LOGIN_PER_ADDRESS_MINUTE = 20
/** Log-in attempts per address and hour. */
export const LOGIN_PER_ADDRESS_HOUR = 100
/** Longest wait between two log-in attempts at one account, in seconds. */
export const LOGIN_LONGEST_WAIT_S = 15 * 60
/** Passwords checked at the same time by one process; each costs 19 MiB and a core. */
export const PASSWORD_CHECKS_AT_ONCE = 2
/** Password checks that may wait for their turn in one process; more are told to come back. */
export const PASSWORD_CHECKS_WAITING = 50

/** Longest e-mail address (RFC 5321). */
export const EMAIL_MAX = 254
/** Shortest password. */
export const PASSWORD_MIN = 10
/** Longest password. */
export const PASSWORD_MAX = 128
/** Longest name of an organization. */
export const ORGANIZATION_NAME_MAX = 80
/** Most apps in the menu. */
export const PINNED_APPS_MAX = 6

/** A link to confirm an e-mail lives this long, in ms. */
export const VERIFY_LINK_MS = 24 * 3_600_000
/** A link to choose a new password lives this long, in ms. */
export const RESET_LINK_MS = 30 * 60_000
/** A link that logs in lives this long, in ms. */
export const LOGIN_LINK_MS = 15 * 60_000
/** An invitation lives this long, in ms. */
export const INVITATION_MS = 7 * 24 * 3_600_000
/** The second step of a log-in waits this long, in ms. */
export const MFA_STEP_MS = 5 * 60_000
/** A device stays trusted this long, in ms. */
export const TRUSTED_DEVICE_MS = COOKIE_MAX_AGE_S * 1000
/** A registration nobody confirmed is forgotten after this long, in ms. */
export const REGISTRATION_MS = 7 * 24 * 3_600_000
/** A proof of who one is, by password, second step or phone code, is fresh this long, in ms. */
export const PROOF_MS = 10 * 60_000
/** After a switch the token of the organization left behind lives this much longer, in ms. */
export const SWITCH_GRACE_MS = 60_000
/** The overlay of a switch clears itself after this long, in ms. */
export const SWITCH_WATCHDOG_MS = 15_000
/** Switches per person and minute. */
export const SWITCHES_PER_MINUTE = 30
/** Sessions kept per person; the least used ends when another opens. */
export const SESSIONS_MAX = 20
/** Backup codes given at a time. */
export const BACKUP_CODES = 10

/** Digits of a code sent by text. */
export const CODE_DIGITS = 6
/** A code lives this long, in ms. */
export const CODE_MS = 10 * 60_000
/** Tries per code or second step. */
export const CODE_TRIES = 5
/** Codes tried per person and hour, whatever the code (NIST SP 800-63B 5.2.2 asks for a limit). */
export const CODE_TRIES_PER_HOUR = 25
/** Codes of an app tried per person and hour: three are right at any moment, so that ten tries hit in 30 of a million. */
export const APP_TRIES_PER_HOUR = 10
/** Wrong codes in a row after which only a new password opens the account (NIST SP 800-63B 5.2.2). */
export const CODE_FAILURES_LOCK = 100
/** Seconds between two codes to one phone. */
export const CODE_GAP_S = 60
/** Codes to one phone in 10 minutes. */
export const CODES_PER_PHONE_10_MINUTES = 3
/** Codes to one phone in a day. */
export const CODES_PER_PHONE_DAY = 5
/** Codes asked for by one person in an hour. */
export const CODES_PER_PERSON_HOUR = 5
/** Codes asked for from one address in an hour. */
export const CODES_PER_ADDRESS_HOUR = 20
/** Codes asked for from one /24 network in a day. */
export const CODES_PER_NETWORK_DAY = 50
/** Code texts of the whole installation in an hour. */
export const CODES_PER_HOUR = 500
/** Mails to one person about one thing in an hour: reset, confirm, log-in link, invitation. */
export const MAILS_PER_TARGET_HOUR = 3
/** Accounts begun or mails asked for by one address in an hour. */
export const MAILS_PER_ADDRESS_HOUR = 30
/** Invitations of one organization in a day. */
export const INVITATIONS_PER_DAY = 50
/** Most days a report covers. */
export const REPORT_DAYS_MAX = 366
/** One-to-one messages a member may send per minute. */
export const MESSAGES_PER_MINUTE = 60
/** Tries of carrier credentials of one organization in an hour. */
export const LINE_CHECKS_PER_HOUR = 30
/** API calls per session and minute. */
export const CALLS_PER_MINUTE = 600

/** A whole call to a carrier may take this long, in ms. */
export const CARRIER_CALL_MS = 10_000
/** An outcome not known this long after the point of no return is `unknown`, in ms. */
export const SUBMIT_DEADLINE_MS = 30_000
/** A marked text whose first byte is not written after this long is put back, in ms. */
export const SUBMIT_WRITE_WITHIN_MS = 5_000
/** Attempts without a clear outcome before a text is set aside as `quarantined`. */
export const ATTEMPTS_MAX = 3
/** An unknown outcome nobody can clear is final after this long, in ms. */
export const UNKNOWN_FINAL_MS = 15 * 60_000

/** Files of one message at most (Twilio Messages resource, MediaUrl). */
export const MEDIA_PER_MESSAGE = 10
/** Largest file a person may upload, in bytes. */
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024
/** Largest picture, in pixels; a small file can unfold to more. */
export const IMAGE_MAX_PIXELS = 40_000_000
/** A picture of a text is made at most this large, in bytes: carriers take it everywhere (product notes on MMS). */
export const MMS_IMAGE_BYTES = 600 * 1024
/** A link to a file opens it this long, in ms. */
export const MEDIA_LINK_MS = 5 * 60_000
/** A link in a text that stands in for a file works this long, in ms. */
export const MEDIA_FALLBACK_LINK_MS = 30 * 24 * 3_600_000
/** Seconds a text can be undone when the member has not chosen. */
export const UNDO_SECONDS_DEFAULT = 5
/** A text can be scheduled from this far ahead, in ms. */
export const SCHEDULE_MIN_MS = 60_000
/** A text can be scheduled up to this far ahead, in ms. */
export const SCHEDULE_MAX_MS = 366 * 24 * 3_600_000
/** No text goes at night unless somebody says why: the hours of the worker, from and to (product notes on quiet hours). */
export const QUIET_HOURS = { start: '21:00', end: '08:00' } as const
/** A scheduled text that could not go within this time of its moment is missed, in ms. */
export const SCHEDULE_GRACE_MS = 6 * 3_600_000
/** A text that waited on a device for the network this long no longer goes by itself, in ms: late words can mislead, as with what was scheduled. */
export const OUTBOX_WAIT_MS = 6 * 3_600_000
/** Most tags on one conversation. */
export const TAGS_PER_CONVERSATION = 10
/** Most tags of an organization. */
export const TAGS_MAX = 200
/** Longest tag. */
export const TAG_NAME_MAX = 30
/** Most saved replies a member or an organization keeps. */
export const SAVED_REPLIES_MAX = 500
/** Most keywords of an organization. */
export const KEYWORDS_MAX = 200
/** Most holidays of an organization, those that are over among them. */
export const HOLIDAYS_MAX = 100
/** Longest name of a holiday. */
export const HOLIDAY_NAME_MAX = 60
/** Most days in a row of one holiday. */
export const HOLIDAY_DAYS_MAX = 100
/** Most saved views a member keeps. */
export const SAVED_VIEWS_MAX = 30
/** A worker gets one away reply in this time, in ms. */
export const AWAY_REPLY_GAP_MS = 12 * 3_600_000
/** Keywords answered to one worker in an hour: two machines must not talk to each other all night. */
export const KEYWORD_ANSWERS_PER_HOUR = 10
/** A worker who called gets one text about it in this time, in ms. */
export const MISSED_CALL_TEXT_GAP_MS = 24 * 3_600_000
/** Longest voicemail, in seconds. */
export const VOICEMAIL_MAX_SECONDS = 180
/** Longest search phrase. */
export const SEARCH_MAX = 100
/** Hits of one search at most. */
export const SEARCH_HITS = 50
/** Somebody who was not heard looking at a conversation for this long has gone, in ms. */
export const PRESENCE_FORGOTTEN_MS = 30_000
/** While somebody looks at a conversation, teammates are told this often, in ms. */
export const PRESENCE_EVERY_MS = 10_000
/** A draft is kept on the server this long after the last key, in ms. */
export const DRAFT_SAVE_MS = 800
/** Conversations one bulk act changes in one request; more run in the background. */
export const BULK_AT_ONCE = 500
/** Messages an export holds at most. */
export const EXPORT_MESSAGES_MAX = 50_000
/** Messages an export as PDF holds at most: each page is drawn while others wait. */
export const EXPORT_PDF_MESSAGES_MAX = 10_000
/** Contacts an export holds at most. */
export const CONTACTS_EXPORT_MAX = 200_000
/** Exports of one member in an hour. */
export const EXPORTS_PER_HOUR = 60
/** Devices a member gets push messages on. */
export const PUSH_DEVICES_MAX = 10
/** Files a member uploads per minute. */
export const UPLOADS_PER_MINUTE = 60
/** Files an organization keeps, all together, in bytes. */
export const FILES_PER_ORGANIZATION_BYTES = 20 * 1024 ** 3
/** Largest file of people that can be imported, in bytes. */
export const IMPORT_MAX_BYTES = 64 * 1024 * 1024
/** Most rows of an import, without the header. */
export const IMPORT_ROWS_MAX = 200_000
/** Most columns of an import. */
export const IMPORT_COLUMNS_MAX = 300
/** Longest cell of an import, in characters. */
export const IMPORT_CELL_MAX = 2000
/** An import can be undone this long after it is done, in ms. */
export const IMPORT_UNDO_MS = 24 * 3_600_000
/** The rows of an import are forgotten after this long, in ms. */
export const IMPORT_KEPT_MS = 7 * 24 * 3_600_000
/** Files of people a member uploads in an hour. */
export const IMPORTS_PER_HOUR = 60
/** Newest entries of a number's consent history that a screen shows; the evidence has all. */
export const CONSENT_HISTORY_SHOWN = 200
/** Entries of one number that evidence as PDF holds at most. */
export const CONSENT_EVIDENCE_MAX = 2000
/** Largest list of opted-out numbers that can be brought in, in bytes. */
export const OPT_OUT_LIST_BYTES = 5 * 1024 * 1024
/** Most numbers of such a list. */
export const OPT_OUT_LIST_ROWS = 100_000
/** Lines of such a list that are no numbers: with more of them nothing is brought in. */
export const OPT_OUT_LIST_BAD = 1000
/** Such lists a member brings in within an hour. */
export const OPT_OUT_LISTS_PER_HOUR = 20

/** Most groups of an organization. */
export const GROUPS_MAX = 1000
/** Most groups with rules: each is looked at with every change of a worker. */
export const SMART_GROUPS_MAX = 200

/** A merge of two contacts can be undone so long, in ms. */
export const MERGE_UNDO_MS = 24 * 3_600_000
/** How long an act on many workers can be undone, in ms. */
export const CONTACT_RUN_UNDO_MS = 24 * 3_600_000
/** Values of a fact that are suggested. */
export const CONTACT_VALUES_SHOWN = 20
/** Acts on many workers that are listed. */
export const CONTACT_RUNS_SHOWN = 20
/** Most messages of the contact that becomes part of another. */
export const MERGE_MESSAGES_MAX = 20_000
/** Files of everything kept about a worker that a member takes in an hour. */
export const PERSONAL_DATA_PER_HOUR = 30
