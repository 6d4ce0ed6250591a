import { localize } from '../../kernel/i18n/localize.ts'
import { msg } from '@crewline/contract/localized-text'
import type { Locale } from '@crewline/contract/accounts'
import { setImmediate as breathe } from 'node:timers/promises'
import { makePdf } from '../../kernel/pdf/sheet.ts'
import { labelled, type Entry, type Preamble } from './rules.ts'
import { headline, paragraphs } from './text.ts'

/** Messages drawn before yielding to other work. */
const AT_ONCE = 20

/** Returns a conversation as a PDF with embedded fonts. */
export function asPdf(preamble: Preamble, entries: readonly Entry[], language: Locale): Promise<Buffer> {
  const { contact, organization, exportedAt } = preamble
  const about = {
    title: localize(msg({ message: 'Conversation with {contact}', values: { contact } }), language),
    creator: organization,
    at: new Date(exportedAt),
  }
  return makePdf(about, async (sheet) => {
    for (const [label, value] of labelled(preamble, language)) await sheet.write(`${label}: ${value}`)
    let day = ''
    for (const [nth, entry] of entries.entries()) {
      if (nth % AT_ONCE === 0) await breathe()
      if (entry.at.slice(0, 10) !== day) {
        day = entry.at.slice(0, 10)
        sheet.space(1)
        await sheet.write(day)
      }
      sheet.space(0.5)
      await sheet.write(headline(entry), { ink: 'faint', isKeptWithNext: true })
      for (const paragraph of paragraphs(entry, language))
        for (const line of paragraph.split(/\r?\n/)) await sheet.write(line, { indent: 14 })
    }
  })
}
