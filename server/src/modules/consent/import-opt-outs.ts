import { msg } from '@crewline/contract/localized-text'
import { setImmediate as breathe } from 'node:timers/promises'
import { OPT_OUT_LIST_ERRORS_MAX, OPT_OUT_LIST_BYTES, OPT_OUT_LIST_ROWS } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { firstCells, numberIn, textOf } from './list-rules.ts'
import { optOutNumbers } from './on-behalf.ts'

/** Numbers parsed before yielding to other work, and numbers opted out per statement. */
const AT_ONCE = 1000

interface Listed {
  phones: Set<string>
  invalid: { row: number; text: string }[]
}

/**
 * Opts out every number of a list from another system: one per line, or the first column of a CSV. All or nothing;
 * numbers already opted out stay unchanged. Requires a member who sees all contacts, because the list may contain any
 * number.
 */
export async function importOptOutList(scope: Scope, bytes: Buffer, note: string) {
  if (scope.isLimitedToGroups)
    fail('not_permitted', {
      text: msg({ message: 'You can only see some groups. Ask an owner or admin to add this list.' }),
    })
  if (bytes.length > OPT_OUT_LIST_BYTES)
    fail('too_large', {
      text: msg({ message: 'This list is too large. The limit is 5 MB.' }),
    })
  const { phones, invalid } = await readList(scope, bytes)
  const added = await scope.tx(async (tx) => {
    let count = 0
    const all = [...phones].sort()
    for (let at = 0; at < all.length; at += AT_ONCE)
      count += (await optOutNumbers(tx, all.slice(at, at + AT_ONCE), { method: 'member', wording: note })).length
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
      text: msg({ message: 'We can read text and CSV only. Save the list as CSV and try again.' }),
    })
  const cells = firstCells(text)
  if (cells.length > OPT_OUT_LIST_ROWS)
    fail('too_many', {
      text: msg({
        message: 'A list holds {most, number} numbers. Add it in parts.',
        values: { most: OPT_OUT_LIST_ROWS },
      }),
    })
  const listed: Listed = { phones: new Set(), invalid: [] }
  for (const [nth, cell] of cells.entries()) {
    if (nth % AT_ONCE === 0) await breathe()
    const phone = numberIn(cell.text, scope.org.country)
    if (phone) listed.phones.add(phone)
    // The first line of a CSV often has column names.
    else if (nth > 0 || /\d/.test(cell.text)) listed.invalid.push({ row: cell.row, text: cell.text.slice(0, 60) })
    if (listed.invalid.length > OPT_OUT_LIST_ERRORS_MAX)
      fail('invalid', {
        text: msg({ message: "Most of these lines aren't phone numbers. Put the numbers in the first column." }),
      })
  }
  if (listed.phones.size === 0)
    fail('invalid', {
      text: msg({ message: 'We found no phone numbers. Put one on each line, or in the first column.' }),
    })
  return listed
}
