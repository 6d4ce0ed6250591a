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
/** Longest description of a picture. */
export const ALT_MAX = 300
/** Longest label of a button. */
export const BUTTON_LABEL_MAX = 60
/** Longest address of a link. */
export const HREF_MAX = 2000
