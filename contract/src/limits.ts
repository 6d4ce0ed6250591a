// Every shared constant of the product and every limit a user can meet, each with one name.
/** Lifetime of the token cookie and the color-scheme cookie, in seconds (30 days). */
export const COOKIE_MAX_AGE_S = 2_592_000
/** A session ends this long after log-in, in ms. */
export const SESSION_ABSOLUTE_MS = COOKIE_MAX_AGE_S * 1000
/** A session ends after this long without use, in ms. */
export const SESSION_IDLE_MS = 14 * 24 * 3_600_000
/** Toasts close automatically after this many ms. */
export const TOAST_AUTO_CLOSE_MS = 4000
/** Most toasts on screen at once. */
export const TOAST_LIMIT = 5
/** Default position of a toast. */
export const TOAST_DEFAULT_POSITION = 'bottom-right'
/** In-app toasts close after this many ms unless the server sets another time. */
export const INAPP_TOAST_AUTO_CLOSE_MS = 5000
/** While connected, the client requests usage this often, in ms. */
export const USAGE_POLL_MS = 20_000
/** Delay between connecting and the first request for notifications, in ms. */
export const FIRST_NOTIFICATIONS_DELAY_MS = 1000
/** Longest wait for the stored state before the app starts without it, in ms. */
export const PERSIST_TIMEOUT_MS = 5000
/** Version of the stored state; another version is discarded. */
export const STORAGE_VERSION = 1
/** Height of the navigation progress bar, in px. */
export const PROGRESS_HEIGHT_PX = 3
/** Share of its width at which the navigation progress bar starts. */
export const PROGRESS_START = 0.6
/** Delay between the page being ready and the end of the navigation progress bar, in ms. */
export const PROGRESS_STOP_DELAY_MS = 200
/** Blur of the overlay shown during a switch of organizations. */
export const SWITCH_OVERLAY_BLUR = 10
/** z-index of that overlay, above everything else. */
export const SWITCH_OVERLAY_Z_INDEX = 10_000
/** Messages of the active conversation that a device stores. */
export const MESSAGES_STORED_MAX = 50
/** Conversations that a device stores, without their message text. */
export const CONVERSATIONS_STORED_MAX = 50
/** A stored part of the session with more characters than this is not read. */
export const STORED_PART_MAX = 524_288
/** Throttle: teammates get one typing event per this many ms. */
export const TYPING_THROTTLE_MS = 3000
/** Typing expires after this long without an event, in ms. */
export const TYPING_EXPIRY_MS = 6000
/** Name of the cookie that mirrors the token. */
export const TOKEN_COOKIE = 'token'
/** Name of the cookie that stores the light or dark color scheme. */
export const COLOR_SCHEME_COOKIE = 'color-scheme'

/** Default number of rows of a list page. */
export const PAGE_SIZE_DEFAULT = 25
/** Most rows of a list page. */
export const PAGE_SIZE_MAX = 200
/** Messages per page of a thread. */
export const THREAD_PAGE = 50

/** Longest message a member may write, in characters. */
export const MESSAGE_MAX_CHARACTERS = 1600
/** Most segments one message may be split into. */
export const MESSAGE_MAX_TEXTS = 10
/** Longest first or last name. */
export const NAME_MAX = 60
/** Longest job title, department or location of a contact. */
export const WORK_FIELD_MAX = 80
/** Characters of a message shown in the conversation list. */
export const PREVIEW_MAX = 120
/** Without a client id, the same text from the same member within this time counts as one message, in ms. */
export const SAME_MESSAGE_WINDOW_MS = 2000

/** Largest API request body, in bytes. */
export const BODY_MAX_BYTES = 262_144
/** Concurrent password checks in one process; each costs 19 MiB and a core. */
export const PASSWORD_CHECKS_AT_ONCE = 2
/** Password checks that may be queued in one process; further ones are refused and must be retried later. */
export const PASSWORD_CHECKS_WAITING = 50

/** Longest email address (RFC 5321). */
export const EMAIL_MAX = 254
/** Shortest password. */
export const PASSWORD_MIN = 10
/** Longest password. */
export const PASSWORD_MAX = 128
/** Longest name of an organization. */
export const ORGANIZATION_NAME_MAX = 80
/** Most pinned apps in the menu. */
export const PINNED_APPS_MAX = 6

/** Lifetime of a link that confirms an email, in ms. */
export const VERIFY_LINK_MS = 24 * 3_600_000
/** Lifetime of a password reset link, in ms. */
export const RESET_LINK_MS = 30 * 60_000
/** Lifetime of a log-in link, in ms. */
export const LOGIN_LINK_MS = 15 * 60_000
/** Lifetime of an invitation, in ms. */
export const INVITATION_MS = 7 * 24 * 3_600_000
/** Time limit for the second step of a log-in, in ms. */
export const MFA_STEP_MS = 5 * 60_000
/** How long a device stays trusted, in ms. */
export const TRUSTED_DEVICE_MS = COOKIE_MAX_AGE_S * 1000
/** An unconfirmed registration is deleted after this long, in ms. */
export const REGISTRATION_MS = 7 * 24 * 3_600_000
/** How long a proof of identity (password, second step or phone code) stays valid, in ms. */
export const PROOF_MS = 10 * 60_000
/** After a switch, the token of the previous organization stays valid this much longer, in ms. */
export const SWITCH_GRACE_MS = 60_000
/** The overlay of a switch closes by itself after this long, in ms. */
export const SWITCH_WATCHDOG_MS = 15_000
/** Switches per user and minute. */
export const SWITCHES_PER_MINUTE = 30
/** Sessions per user; opening another one ends the least recently used. */
export const SESSIONS_MAX = 20
/** Backup codes issued at a time. */
export const BACKUP_CODES = 10

/** Digits of a code sent by text. */
export const CODE_DIGITS = 6
/** Lifetime of a code, in ms. */
export const CODE_MS = 10 * 60_000
/** Attempts per code or second step. */
export const CODE_ATTEMPTS_MAX = 5
/** Code attempts per user and hour, across all codes (NIST SP 800-63B 5.2.2 asks for a limit). */
export const CODE_ATTEMPTS_PER_HOUR = 25
/**
 * Authenticator codes tried per user and hour: three codes are valid at any moment, so ten attempts succeed with a
 * probability of 30 in a million.
 */
export const APP_CODE_ATTEMPTS_PER_HOUR = 10
/** Wrong codes in a row after which only a new password opens the account (NIST SP 800-63B 5.2.2). */
export const CODE_FAILURES_LOCK = 100
/** Seconds between two codes to one phone. */
export const CODE_GAP_S = 60
/** Codes to one phone in 10 minutes. */
export const CODES_PER_PHONE_10_MINUTES = 3
/** Codes to one phone in a day. */
export const CODES_PER_PHONE_DAY = 5
/** Codes requested by one user in an hour. */
export const CODES_PER_USER_HOUR = 5
/** Codes requested from one address in an hour. */
export const CODES_PER_ADDRESS_HOUR = 20
/** Codes requested from one /24 network in a day. */
export const CODES_PER_NETWORK_DAY = 50
/** Codes texted by the whole installation in an hour. */
export const CODES_PER_HOUR = 500
/** Emails to one person for one purpose (reset, confirmation, log-in link, invitation) in an hour. */
export const MAILS_PER_TARGET_HOUR = 3
/** Registrations and email requests from one address in an hour. */
export const MAILS_PER_ADDRESS_HOUR = 30
/** Invitations of one organization in a day. */
export const INVITATIONS_PER_DAY = 50
/** Most days a report covers. */
export const REPORT_DAYS_MAX = 366
/** One-to-one messages a member may send per minute. */
export const MESSAGES_PER_MINUTE = 60
/** Checks of carrier credentials by one organization in an hour. */
export const LINE_CHECKS_PER_HOUR = 30
/** API calls per session and minute. */
export const CALLS_PER_MINUTE = 600

/** Timeout of a whole call to a carrier, in ms. */
export const CARRIER_CALL_MS = 10_000
/** An outcome still missing this long after the point of no return is `unknown`, in ms. */
export const SUBMIT_DEADLINE_MS = 30_000
/** A message marked as submitting returns to the queue when its first byte is not written within this time, in ms. */
export const SUBMIT_WRITE_TIMEOUT_MS = 5_000
/** Attempts without a clear outcome before a message is quarantined. */
export const ATTEMPTS_MAX = 3
/** An unknown outcome becomes final after this long, in ms. */
export const UNKNOWN_FINAL_MS = 15 * 60_000

/** Most files in one message (Twilio Messages resource, MediaUrl). */
export const MEDIA_PER_MESSAGE = 10
/** Largest file a member may upload, in bytes. */
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024
/** Largest image, in pixels; a small file can decompress to more. */
export const IMAGE_MAX_PIXELS = 40_000_000
/** Size limit for images in a message, in bytes: every carrier accepts this (product notes on MMS). */
export const MMS_IMAGE_BYTES = 600 * 1024
/** Lifetime of a link to a file, in ms. */
export const MEDIA_LINK_MS = 5 * 60_000
/** Lifetime of a link that replaces a file in a message, in ms. */
export const MEDIA_FALLBACK_LINK_MS = 30 * 24 * 3_600_000
/** Default number of seconds in which a message can be undone. */
export const UNDO_SECONDS_DEFAULT = 5
/** A message can be scheduled no sooner than this, in ms. */
export const SCHEDULE_MIN_MS = 60_000
/** A message can be scheduled up to this far ahead, in ms. */
export const SCHEDULE_MAX_MS = 366 * 24 * 3_600_000
/** No message is sent in these hours of the contact's local time unless a member gives a reason. */
export const QUIET_HOURS = { start: '21:00', end: '08:00' } as const
/** A scheduled message not sent within this time of its due time is missed, in ms. */
export const SCHEDULE_GRACE_MS = 6 * 3_600_000
/** A message that waited on a device longer than this is not sent automatically, in ms: a late one can mislead. */
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
/** Most holidays of an organization, past ones included. */
export const HOLIDAYS_MAX = 100
/** Longest name of a holiday. */
export const HOLIDAY_NAME_MAX = 60
/** Most days of one holiday. */
export const HOLIDAY_DAYS_MAX = 100
/** Most saved views a member keeps. */
export const SAVED_VIEWS_MAX = 30
/** Longest shift note, in characters. */
export const SHIFT_NOTE_MAX = 1000
/** A shift note is shown for this long, in ms. */
export const SHIFT_NOTE_MS = 24 * 3_600_000
/** A contact gets at most one away reply in this time, in ms. */
export const AWAY_REPLY_GAP_MS = 12 * 3_600_000
/** Keyword replies to one contact in an hour: prevents an endless loop between two machines. */
export const KEYWORD_ANSWERS_PER_HOUR = 10
/** A contact who called gets at most one missed-call text in this time, in ms. */
export const MISSED_CALL_TEXT_GAP_MS = 24 * 3_600_000
/** Longest voicemail, in seconds. */
export const VOICEMAIL_MAX_SECONDS = 180
/** Longest search phrase. */
export const SEARCH_MAX = 100
/** Most hits of one search. */
export const SEARCH_HITS = 50
/** Presence in a conversation expires after this long without an event, in ms. */
export const PRESENCE_EXPIRY_MS = 30_000
/** While a member views a conversation, teammates are notified this often, in ms. */
export const PRESENCE_EVERY_MS = 10_000
/** A draft is saved on the server this long after the last keystroke, in ms. */
export const DRAFT_SAVE_MS = 800
/** Conversations one bulk action changes within the request; more run in the background. */
export const BULK_AT_ONCE = 500
/** Most messages in an export. */
export const EXPORT_MESSAGES_MAX = 50_000
/** Most messages in a PDF export: pages are rendered while other work waits. */
export const EXPORT_PDF_MESSAGES_MAX = 10_000
/** Most contacts in an export. */
export const CONTACTS_EXPORT_MAX = 200_000
/** Exports of one member in an hour. */
export const EXPORTS_PER_HOUR = 60
/** Devices on which a member gets push messages. */
export const PUSH_DEVICES_MAX = 10
/** Files a member uploads per minute. */
export const UPLOADS_PER_MINUTE = 60
/** Total size of an organization's files, in bytes. */
export const FILES_PER_ORGANIZATION_BYTES = 20 * 1024 ** 3
/** Largest contact file that can be imported, in bytes. */
export const IMPORT_MAX_BYTES = 64 * 1024 * 1024
/** Most rows of an import, without the header. */
export const IMPORT_ROWS_MAX = 200_000
/** Most columns of an import. */
export const IMPORT_COLUMNS_MAX = 300
/** Longest cell of an import, in characters. */
export const IMPORT_CELL_MAX = 2000
/** An import can be undone for this long after it ends, in ms. */
export const IMPORT_UNDO_MS = 24 * 3_600_000
/** The rows of an import are deleted after this long, in ms. */
export const IMPORT_RETENTION_MS = 7 * 24 * 3_600_000
/** Contact files a member uploads in an hour. */
export const IMPORTS_PER_HOUR = 60
/** The interface offers to undo an opt-out by a member for this long, in ms. */
export const OPT_OUT_UNDO_MS = 10_000
/** The server accepts it for this much longer, in ms, because the call takes time. */
export const OPT_OUT_UNDO_GRACE_MS = 5000
/** Newest entries of a consent history shown on screen; the evidence contains all of them. */
export const CONSENT_HISTORY_MAX = 200
/** Most entries of one number in PDF evidence. */
export const CONSENT_EVIDENCE_MAX = 2000
/** Largest opt-out list that can be imported, in bytes. */
export const OPT_OUT_LIST_BYTES = 5 * 1024 * 1024
/** Most numbers in an opt-out list. */
export const OPT_OUT_LIST_ROWS = 100_000
/** Most invalid lines in an opt-out list; with more, nothing is imported. */
export const OPT_OUT_LIST_ERRORS_MAX = 1000
/** Opt-out lists a member imports in an hour. */
export const OPT_OUT_LISTS_PER_HOUR = 20

/** Most groups of an organization. */
export const GROUPS_MAX = 1000
/** Most groups with rules: each is evaluated with every change of a contact. */
export const SMART_GROUPS_MAX = 200

/** A merge of two contacts can be undone for this long, in ms. */
export const MERGE_UNDO_MS = 24 * 3_600_000
/** A bulk action on contacts can be undone for this long, in ms. */
export const CONTACT_RUN_UNDO_MS = 24 * 3_600_000
/** Suggested values of a field. */
export const CONTACT_VALUES_MAX = 20
/** Bulk actions on contacts that are listed. */
export const CONTACT_RUNS_MAX = 20
/** Most messages of a contact that is merged into another. */
export const MERGE_MESSAGES_MAX = 20_000
/** Personal data exports (everything stored about a contact) by one member in an hour. */
export const PERSONAL_DATA_PER_HOUR = 30

/** The most texts that a decision about a restored database can name. */
export const RESTORED_EXCEPT_MAX = 500
