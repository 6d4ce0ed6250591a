import { msg } from '@crewline/contract/localized-text'
import { z } from 'zod'
import { fail } from '../failure.ts'

const Cursor = z.object({ key: z.string().max(300), id: z.uuid(), by: z.string().max(60).optional() })

/** The end of a page: the sort key and the id of its last row; `by` names the sort order where there are several. */
export type Cursor = z.infer<typeof Cursor>

/** Encodes a cursor for the API. */
export function cursorOf(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Decodes a cursor; refuses one we did not make. */
export function readCursor(text: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch (cause) {
    return fail('invalid', {
      cause,
      fieldErrors: {
        cursor: msg({ message: 'This page link is old. Load the list again.' }),
      },
    })
  }
}

/** Decodes a cursor whose key is a time. */
export function readTimeCursor(text: string): { at: Date; id: string } {
  const cursor = readCursor(text)
  const at = new Date(cursor.key)
  return Number.isNaN(at.getTime())
    ? fail('invalid', {
        fieldErrors: {
          cursor: msg({ message: 'This page link is old. Load the list again.' }),
        },
      })
    : { at, id: cursor.id }
}
