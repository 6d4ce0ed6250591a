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

/** When, who and how it stands, in one line. */
export function headline(entry: Entry): string {
  const time = `${entry.at.slice(11, 19)} ${entry.at.slice(19)}`
  return `${time}  ${entry.sender} (${entry.direction}), ${entry.status}`
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
