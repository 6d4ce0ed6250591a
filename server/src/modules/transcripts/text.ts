import { msg } from '@crewline/contract/localized-text'
import type { Locale } from '@crewline/contract/accounts'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import { labelled, type Entry, type Preamble } from './rules.ts'

/** Returns a conversation as plain text: the preamble, then the messages by day. */
export function asText(preamble: Preamble, entries: readonly Entry[], language: Locale): string {
  const lines = labelled(preamble, language).map(([label, value]) => `${label}: ${value}`)
  let day = ''
  for (const entry of entries) {
    if (entry.at.slice(0, 10) !== day) {
      day = entry.at.slice(0, 10)
      lines.push('', day)
    }
    lines.push('', headline(entry), ...paragraphs(entry, language).flatMap((paragraph) => indented(paragraph)))
  }
  return `${lines.join('\n')}\n`
}

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
/** Invisible marks: left-to-right text follows the first; text between the others has its own direction. */
const MARKS = { fromLeft: '\u200e', alone: '\u2068', end: '\u2069' }

/** Returns time, sender, direction and status in one line that reads left to right for any sender name. */
export function headline(entry: Entry): string {
  const time = `${entry.at.slice(11, 19)} ${entry.at.slice(19)}`
  const details = `(${entry.direction}), ${entry.status}`
  if (!RIGHT_TO_LEFT.test(entry.sender)) return `${time}  ${entry.sender} ${details}`
  // The first letter determines the line's direction: without a mark, an Arabic name would reorder the time and its
  // minus sign.
  return `${MARKS.fromLeft}${time}  ${MARKS.alone}${entry.sender}${MARKS.end} ${details}`
}

const TRANSLATION: LocalizedText = msg({ message: 'Translation' })
const FILES: LocalizedText = msg({ message: 'Files' })

/** Returns the body, translation and files of a message. */
export function paragraphs(entry: Entry, language: Locale): string[] {
  return [
    entry.body,
    entry.translation && `${localize(TRANSLATION, language)} (${entry.translationLanguage}): ${entry.translation}`,
    entry.files.length > 0 ? `${localize(FILES, language)}: ${entry.files.join(', ')}` : '',
  ].filter((text) => text !== '')
}

function indented(text: string): string[] {
  return text.split(/\r?\n/).map((line) => `    ${line}`)
}
