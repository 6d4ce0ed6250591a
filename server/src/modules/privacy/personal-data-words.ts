import { verbatim, type LocalizedText } from '@crewline/contract/words'
import type { StoredMessage } from './views/personal-data.ts'

/** The fixed texts of the document. */
export const EXPORT_LABELS = {
  title: { en: 'Personal data', es: 'Datos personales' },
  organization: { en: 'Organization', es: 'Organización' },
  madeBy: { en: 'Made by', es: 'Hecho por' },
  zone: { en: 'Time zone', es: 'Zona horaria' },
  attributes: { en: 'Details', es: 'Datos' },
  activity: { en: 'Activity', es: 'Actividad' },
  messages: { en: 'Messages', es: 'Mensajes' },
  none: { en: 'None', es: 'Ninguno' },
} as const satisfies Record<string, LocalizedText>

/** The heading of each section that modules declare; a test requires one for each. */
const TITLES: Readonly<Record<string, LocalizedText>> = {
  groups: { en: 'Groups', es: 'Grupos' },
  groupPins: { en: 'Pinned in groups', es: 'Fijado en grupos' },
  groupHistory: { en: 'History of groups', es: 'Historial de grupos' },
  conversation: { en: 'Conversation', es: 'Conversación' },
  voicemails: { en: 'Voicemails', es: 'Mensajes de voz' },
  missedCalls: { en: 'Missed calls', es: 'Llamadas perdidas' },
  consent: { en: 'Consent history', es: 'Historial de consentimiento' },
  numbers: { en: 'Numbers', es: 'Números' },
  merges: { en: 'Merges', es: 'Fusiones' },
  imports: { en: 'Imports', es: 'Importaciones' },
}

/** The label of each value of a row; a test requires one for each column of a section. */
const NAMES: Readonly<Record<string, LocalizedText>> = {
  at: { en: 'at', es: 'el' },
  group: { en: 'group', es: 'grupo' },
  always: { en: 'always in it', es: 'siempre dentro' },
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
  wording: { en: 'exact text', es: 'texto exacto' },
  optedOut: { en: 'opted out', es: 'de baja' },
  contact: { en: 'contact', es: 'contacto' },
  undoneAt: { en: 'undone at', es: 'deshecha el' },
  file: { en: 'file', es: 'archivo' },
  row: { en: 'row', es: 'fila' },
  cells: { en: 'cells', es: 'celdas' },
  kind: { en: 'kind', es: 'tipo' },
  detail: { en: 'detail', es: 'detalle' },
}

/** The label of each message direction. */
export const DIRECTIONS: Readonly<Record<StoredMessage['direction'], LocalizedText>> = {
  in: { en: 'In', es: 'Recibido' },
  out: { en: 'Out', es: 'Enviado' },
  internal: { en: 'Team only', es: 'Solo el equipo' },
}

/** Returns the heading of a section, or its own name if it has none. */
export function titleOf(section: string): LocalizedText {
  return Object.hasOwn(TITLES, section) ? (TITLES[section] as LocalizedText) : verbatim(section)
}

/** Returns the label of a value, or its own name if it has none. */
export function nameOf(value: string): LocalizedText {
  return Object.hasOwn(NAMES, value) ? (NAMES[value] as LocalizedText) : verbatim(value)
}
