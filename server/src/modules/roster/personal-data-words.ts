import type { ContactEvent } from '@crewline/contract/roster'
import { verbatim, type Words } from '@crewline/contract/words'
import type { KeptBeside, KeptMessage } from './views/personal-data.ts'

type EveryKey<T> = T extends unknown ? keyof T : never
type Told = EveryKey<KeptBeside[keyof KeptBeside][number] | Omit<ContactEvent, 'id'>>

/** What the document says besides what is kept. */
export const SAYS = {
  title: { en: 'Personal data', es: 'Datos personales' },
  organization: { en: 'Organization', es: 'Organización' },
  madeBy: { en: 'Made by', es: 'Hecho por' },
  zone: { en: 'Time zone', es: 'Zona horaria' },
  facts: { en: 'Facts', es: 'Datos' },
  activity: { en: 'Activity', es: 'Actividad' },
  messages: { en: 'Messages', es: 'Mensajes' },
  none: { en: 'None', es: 'Ninguno' },
} as const satisfies Record<string, Words>

/** The heading of each part. */
export const TITLES: Readonly<Record<keyof KeptBeside, Words>> = {
  groups: { en: 'Groups', es: 'Grupos' },
  groupHistory: { en: 'History of groups', es: 'Historial de grupos' },
  conversation: { en: 'Conversation', es: 'Conversación' },
  voicemails: { en: 'Voicemails', es: 'Mensajes de voz' },
  missedCalls: { en: 'Missed calls', es: 'Llamadas perdidas' },
  consent: { en: 'Consent history', es: 'Historial de consentimiento' },
  numbers: { en: 'Numbers', es: 'Números' },
  merges: { en: 'Merges', es: 'Fusiones' },
  imports: { en: 'Imports', es: 'Importaciones' },
}

// What each value of a row is called.
const NAMES: Readonly<Record<Told, Words>> = {
  at: { en: 'at', es: 'el' },
  group: { en: 'group', es: 'grupo' },
  since: { en: 'since', es: 'desde' },
  how: { en: 'how', es: 'cómo' },
  change: { en: 'change', es: 'cambio' },
  by: { en: 'by', es: 'por' },
  tags: { en: 'tags', es: 'etiquetas' },
  assignee: { en: 'assignee', es: 'responsable' },
  archived: { en: 'archived', es: 'archivada' },
  waitingSince: { en: 'waiting since', es: 'en espera desde' },
  seconds: { en: 'seconds', es: 'segundos' },
  language: { en: 'language', es: 'idioma' },
  transcript: { en: 'transcript', es: 'transcripción' },
  deleted: { en: 'deleted', es: 'borrado' },
  number: { en: 'number', es: 'número' },
  action: { en: 'action', es: 'acción' },
  words: { en: 'words', es: 'palabras' },
  optedOut: { en: 'opted out', es: 'de baja' },
  contact: { en: 'contact', es: 'contacto' },
  undoneAt: { en: 'undone at', es: 'deshecha el' },
  file: { en: 'file', es: 'archivo' },
  row: { en: 'row', es: 'fila' },
  cells: { en: 'cells', es: 'celdas' },
  kind: { en: 'kind', es: 'tipo' },
  detail: { en: 'detail', es: 'detalle' },
}

/** Which way a message went. */
export const WAYS: Readonly<Record<KeptMessage['direction'], Words>> = {
  in: { en: 'In', es: 'Recibido' },
  out: { en: 'Out', es: 'Enviado' },
  within: { en: 'Team only', es: 'Solo el equipo' },
}

/** What a value is called; its own name where nothing better is known. */
export function nameOf(value: string): Words {
  return Object.hasOwn(NAMES, value) ? NAMES[value as Told] : verbatim(value)
}
