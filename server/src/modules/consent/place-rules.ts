import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../kernel/failure.ts'

/** Position after a page of opted-out numbers. */
export interface OptOutPosition {
  at: Date
  phone: string
}

/** Encodes a position as a cursor. */
export function cursorOf({ at, phone }: OptOutPosition): string {
  return Buffer.from(`${at.getTime()} ${phone}`).toString('base64url')
}

/** Decodes a cursor. Fails with `invalid` for any other text. */
export function decodeOptOutCursor(cursor: string): OptOutPosition {
  const [, at = '', phone = ''] =
    /^(\d{1,15}) (\+\d{3,20})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ??
    fail('invalid', {
      fieldErrors: {
        cursor: msg({ message: 'This page link is old. Load the list again.' }),
      },
    })
  return { at: new Date(Number(at)), phone }
}
