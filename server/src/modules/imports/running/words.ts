import type { StoredResult } from '../store/imports.ts'

type Said = { title: string; message: string }

/** A count as the language writes it. */
function number(count: number, locale: string): string {
  return new Intl.NumberFormat(locale === 'es' ? 'es-US' : 'en-US').format(count)
}

/** What a member hears when the import of a file begins. */
export function begunWords(fileName: string, rows: number, locale: string): Said {
  const count = number(rows, locale)
  if (locale === 'es')
    return { title: 'Importando contactos', message: `${fileName}: ${count} ${rows === 1 ? 'fila' : 'filas'}` }
  return { title: 'Importing contacts', message: `${fileName}: ${count} ${rows === 1 ? 'row' : 'rows'}` }
}

/** What a member hears when it is done. */
export function doneWords({ added, updated, skipped }: StoredResult, locale: string): Said {
  const [a, u, s] = [added, updated, skipped].map((count) => number(count, locale))
  if (locale === 'es')
    return { title: 'Contactos importados', message: `${a} agregados, ${u} actualizados, ${s} omitidos` }
  return { title: 'Contacts imported', message: `${a} added, ${u} updated, ${s} skipped` }
}

/** What a member hears when an import was taken back: who stayed had changed since. */
export function undoneWords({ gone = 0, restored = 0, kept = 0 }: StoredResult, locale: string): Said {
  const [g, r, k] = [gone, restored, kept].map((count) => number(count, locale))
  if (locale === 'es') {
    const rest = kept > 0 ? ` ${k} cambiaron desde entonces y se quedan.` : ''
    return { title: 'Importación deshecha', message: `${g} archivados, ${r} como antes.${rest}` }
  }
  const rest = kept > 0 ? ` ${k} changed since and ${kept === 1 ? 'stays' : 'stay'}.` : ''
  return { title: 'Import undone', message: `${g} archived, ${r} as before.${rest}` }
}

/** What a member hears when an import could not go on. */
export function failedWords(fileName: string, locale: string): Said {
  return locale === 'es'
    ? { title: 'La importación se detuvo', message: `${fileName} no se pudo terminar.` }
    : { title: 'Import stopped', message: `${fileName} could not be finished.` }
}

/** What the member states about the people of a file, as it stands in their history of consent. */
export function statement(fileName: string, by: string): string {
  return `“These people agreed to get texts from us.” ${by}, importing ${fileName}`
}
