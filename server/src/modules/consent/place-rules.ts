import { fail } from '../../kernel/failure.ts'

/** Where a page of opted-out numbers ended. */
export interface Place {
  at: Date
  phone: string
}

/** Packs a place for the wire. */
export function cursorOf({ at, phone }: Place): string {
  return Buffer.from(`${at.getTime()} ${phone}`).toString('base64url')
}

/** Unpacks a place; one we did not make is refused. */
export function placeOf(cursor: string): Place {
  const [, at = '', phone = ''] =
    /^(\d{1,15}) (\+\d{3,20})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ??
    fail('invalid', {
      fieldErrors: {
        cursor: {
          en: 'This page link is old. Load the list again.',
          es: 'Este enlace de página es antiguo. Carga la lista otra vez.',
        },
      },
    })
  return { at: new Date(Number(at)), phone }
}
