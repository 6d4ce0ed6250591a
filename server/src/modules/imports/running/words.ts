import { formatNumber } from '@crewline/contract/formats'
import type { StoredResult } from '../store/imports.ts'

type NotificationText = { title: string; message: string }

/** Formats a count for the language. */
function number(count: number, locale: string): string {
  return formatNumber(count, locale)
}

/** The notification when an import starts. */
export function importStartedText(fileName: string, rows: number, locale: string): NotificationText {
  const count = number(rows, locale)
  if (locale === 'es')
    return { title: 'Importando contactos', message: `${fileName}: ${count} ${rows === 1 ? 'fila' : 'filas'}` }
  return { title: 'Importing contacts', message: `${fileName}: ${count} ${rows === 1 ? 'row' : 'rows'}` }
}

/** The notification when an import is done. */
export function importDoneText({ added, updated, skipped }: StoredResult, locale: string): NotificationText {
  const [a, u, s] = [added, updated, skipped].map((count) => number(count, locale))
  if (locale === 'es')
    return { title: 'Contactos importados', message: `${a} agregados, ${u} actualizados, ${s} omitidos` }
  return { title: 'Contacts imported', message: `${a} added, ${u} updated, ${s} skipped` }
}

/** The notification when an import was undone; contacts changed since were kept. */
export function importUndoneText({ gone = 0, restored = 0, kept = 0 }: StoredResult, locale: string): NotificationText {
  const [g, r, k] = [gone, restored, kept].map((count) => number(count, locale))
  if (locale === 'es') {
    const unrevertedNote = kept > 0 ? ` ${k} cambiaron desde entonces y se quedan.` : ''
    return { title: 'Importación deshecha', message: `${g} archivados, ${r} como antes.${unrevertedNote}` }
  }
  const unrevertedNote = kept > 0 ? ` ${k} changed since and ${kept === 1 ? 'stays' : 'stay'}.` : ''
  return { title: 'Import undone', message: `${g} archived, ${r} restored.${unrevertedNote}` }
}

/** The notification when an import failed. */
export function importFailedText(fileName: string, locale: string): NotificationText {
  return locale === 'es'
    ? { title: 'La importación se detuvo', message: `${fileName} no se pudo terminar.` }
    : { title: 'Import stopped', message: `Couldn't finish ${fileName}.` }
}

/** Builds the statement of the member about the consent of the contacts in a file, for the consent history. */
export function statement(fileName: string, by: string): string {
  return `“These people agreed to get texts from us.” ${by}, importing ${fileName}`
}
