// Limits of block documents, without schemas, because the pages import this file too.

/** Blocks of one document. */
export const BLOCKS_MAX = 80
/** Longest text of one block, in characters. */
export const BLOCK_TEXT_MAX = 2000
/** Pieces of one text that differ in format. */
export const SPANS_MAX = 60
/** Items of one list. */
export const LIST_ITEMS_MAX = 40
/** Pictures of one document: each adds up to 80 KB to the page. */
export const PICTURES_MAX = 12
/** Pictures of one gallery. */
export const GALLERY_PICTURES_MAX = 8
/** Longest description of a picture. */
export const ALT_MAX = 300
/** Longest label of a button. */
export const BUTTON_LABEL_MAX = 60
/** Longest address of a link. */
export const HREF_MAX = 2000
/** Longest name of the person or page that a quote is from. */
export const QUOTE_FROM_MAX = 120
/** Longest name of a file, a video or the button of a form. */
export const BLOCK_LABEL_MAX = 120
/** Longest name of an event. */
export const EVENT_TITLE_MAX = 120
/** Longest place of an event. */
export const EVENT_PLACE_MAX = 200
/** Longest name, role, number or email of a contact person. */
export const PERSON_LINE_MAX = 120
/** Files and videos of one document. */
export const BLOCK_FILES_MAX = 12
/** A day and a time of an event: 2026-10-05T09:00. */
export const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/
