/** Most conversations of one export. */
export const RECORD_EXPORT_CONTACTS_MAX = 2000
/** Most bytes of one export, before compression. */
export const RECORD_EXPORT_BYTES_MAX = 2_000_000_000
/** Most files of one export: a ZIP without ZIP64 has fewer than 65,535, and two are the manifest and its signature. */
export const RECORD_EXPORT_FILES_MAX = 65_000
/** An export can be downloaded for this many days. */
export const RECORD_EXPORT_DAYS = 7
/** Longest title of an export, in characters. */
export const RECORD_TITLE_MAX = 100
/** Exports that an organization may start in a day. */
export const RECORD_EXPORTS_PER_DAY = 20
/** Longest text about who asked for their data, in characters. */
export const REQUEST_NAME_MAX = 120
/** Longest reason with which a request is closed, in characters. */
export const REQUEST_REASON_MAX = 300
