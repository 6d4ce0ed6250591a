import type { Locale } from '@crewline/contract/accounts'
import type { Words } from '@crewline/contract/words'
import { labelled, type Entry, type Preamble } from './rules.ts'

/** A conversation as plain text: what the file is, then the messages by day. */
export function asText(preamble: Preamble, entries: readonly Entry[], language: Locale): string {
  const lines = labelled(preamble, language).map(([label, words]) => `${label}: ${words}`)
  let day = ''
  for (const entry of entries) {
    if (entry.at.slice(0, 10) !== day) {
      day = entry.at.slice(0, 10)
      lines.push('', day)
    }
    lines.push('', headline(entry), ...paragraphs(entry, language).flatMap((words) => indented(words)))
  }
  return `${lines.join('\n')}\n`
}

const FROM_RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
/** Signs that are not seen: what follows reads from the left; what lies between the others has a direction of its own. */
const MARKS = { fromLeft: '\u200e', alone: '\u2068', end: '\u2069' }

/** When, who and how it stands, in one line, which reads from the left whoever wrote. */
export function headline(entry: Entry): string {
  const time = `${entry.at.slice(11, 19)} ${entry.at.slice(19)}`
  const rest = `(${entry.direction}), ${entry.status}`
  if (!FROM_RIGHT.test(entry.sender)) return `${time}  ${entry.sender} ${rest}`
  // The first letter of a line says where it begins: without a mark an Arabic name would turn the time and its minus around.
  return `${MARKS.fromLeft}${time}  ${MARKS.alone}${entry.sender}${MARKS.end} ${rest}`
}

const TRANSLATION: Words = { en: 'Translation', es: 'Traducción' }
const FILES: Words = { en: 'Files', es: 'Archivos' }

/** What a message says: its words, their translation, its files. */
export function paragraphs(entry: Entry, language: Locale): string[] {
  return [
    entry.body,
    entry.translation && `${TRANSLATION[language]} (${entry.translationLanguage}): ${entry.translation}`,
    entry.files.length > 0 ? `${FILES[language]}: ${entry.files.join(', ')}` : '',
  ].filter((words) => words !== '')
}

function indented(words: string): string[] {
  return words.split(/\r?\n/).map((one) => `    ${one}`)
}
