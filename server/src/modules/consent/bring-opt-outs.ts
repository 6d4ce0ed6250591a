import { setImmediate as breathe } from 'node:timers/promises'
import { OPT_OUT_LIST_BAD, OPT_OUT_LIST_BYTES, OPT_OUT_LIST_ROWS } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { firstCells, numberIn, textOf } from './list-rules.ts'
import { optOutMany } from './on-behalf.ts'

/** Numbers read before others get their turn, and numbers opted out with one statement. */
const AT_ONCE = 1000

interface Listed {
  phones: Set<string>
  invalid: { row: number; text: string }[]
}

/**
 * Opts out every number of a list from another system, one a line or the first column of a CSV. All or nothing; numbers
 * that are opted out already stay as they are. For members who see everybody: the list may name anyone.
 */
export async function bringOptOuts(scope: Scope, bytes: Buffer, note: string) {
  if (scope.isNarrow)
    fail('not_permitted', {
      words: {
        en: 'You see some groups only. Ask an owner or admin to add this list.',
        es: 'Solo ves algunos grupos. Pide a un propietario o administrador que añada esta lista.',
      },
    })
  if (bytes.length > OPT_OUT_LIST_BYTES)
    fail('too_large', {
      words: {
        en: 'This list is too large. The limit is 5 MB.',
        es: 'Esta lista es demasiado grande. El límite es 5 MB.',
      },
    })
  const { phones, invalid } = await readList(scope, bytes)
  const added = await scope.tx(async (tx) => {
    let count = 0
    const all = [...phones].sort()
    for (let at = 0; at < all.length; at += AT_ONCE)
      count += (await optOutMany(tx, all.slice(at, at + AT_ONCE), { method: 'member', words: note })).length
    tx.audit('consent.opt_outs_imported', null, {
      added: count,
      already: all.length - count,
      invalid: invalid.length,
      note,
    })
    return count
  })
  return { added, already: phones.size - added, invalid }
}

async function readList(scope: Scope, bytes: Buffer): Promise<Listed> {
  const text =
    textOf(bytes) ??
    fail('wrong_type', {
      words: {
        en: 'We can read text and CSV only. Save the list as CSV and try again.',
        es: 'Solo podemos leer texto y CSV. Guarda la lista como CSV e inténtalo de nuevo.',
      },
    })
  const cells = firstCells(text)
  if (cells.length > OPT_OUT_LIST_ROWS)
    fail('too_many', {
      words: {
        en: `A list holds ${OPT_OUT_LIST_ROWS.toLocaleString('en')} numbers. Add it in parts.`,
        es: `Una lista admite ${OPT_OUT_LIST_ROWS.toLocaleString('es')} números. Añádela por partes.`,
      },
    })
  const listed: Listed = { phones: new Set(), invalid: [] }
  for (const [nth, cell] of cells.entries()) {
    if (nth % AT_ONCE === 0) await breathe()
    const phone = numberIn(cell.text, scope.org.country)
    if (phone) listed.phones.add(phone)
    // The first line of a CSV often names its columns.
    else if (nth > 0 || /\d/.test(cell.text)) listed.invalid.push({ row: cell.row, text: cell.text.slice(0, 60) })
    if (listed.invalid.length > OPT_OUT_LIST_BAD)
      fail('invalid', {
        words: {
          en: 'Most of these lines are no phone numbers. Put the numbers into the first column.',
          es: 'La mayoría de estas líneas no son números de teléfono. Pon los números en la primera columna.',
        },
      })
  }
  if (listed.phones.size === 0)
    fail('invalid', {
      words: {
        en: 'We found no phone numbers. Put one on each line, or into the first column.',
        es: 'No encontramos números de teléfono. Pon uno en cada línea o en la primera columna.',
      },
    })
  return listed
}
