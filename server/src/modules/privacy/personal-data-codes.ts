import type { ConsentAction, ConsentMethod } from '@crewline/contract/consent'
import type { MessageState, ThreadEvent } from '@crewline/contract/messages'
import type { ContactEvent } from '@crewline/contract/privacy'
import { verbatim, type LocalizedText } from '@crewline/contract/words'

type Cause = 'hand' | 'rules' | 'import' | 'copy' | 'merge' | 'sync'
type CodeTexts<Code extends string> = Readonly<Record<Code, LocalizedText>>

const HOW: CodeTexts<Cause | ConsentMethod> = {
  hand: { en: 'by hand', es: 'a mano' },
  rules: { en: 'by the rules', es: 'por las reglas' },
  import: { en: 'by an import', es: 'por una importación' },
  copy: { en: 'copied from another group', es: 'copiado de otro grupo' },
  merge: { en: 'by a merge', es: 'por una fusión' },
  sync: { en: 'with the HR system', es: 'con el sistema de RR. HH.' },
  keyword: { en: 'by a keyword', es: 'con una palabra clave' },
  natural_language: { en: 'in their own words', es: 'con sus propias palabras' },
  web: { en: 'on a web page', es: 'en una página web' },
  qr: { en: 'by a QR code', es: 'con un código QR' },
  kiosk: { en: 'at a kiosk', es: 'en un quiosco' },
  paper: { en: 'on paper', es: 'en papel' },
  verbal: { en: 'by voice', es: 'de viva voz' },
  email: { en: 'by email', es: 'por correo' },
  voicemail: { en: 'in a voicemail', es: 'en un mensaje de voz' },
  import_attestation: { en: 'with an import', es: 'con una importación' },
  hris_attestation: { en: 'with the HR system', es: 'con el sistema de RR. HH.' },
  member: { en: 'through a teammate', es: 'por alguien del equipo' },
  carrier: { en: 'told by the carrier', es: 'comunicado por el operador' },
}

const ACTION: CodeTexts<ConsentAction> = {
  opt_in: { en: 'opted in', es: 'alta' },
  opt_out: { en: 'opted out', es: 'baja' },
  attest: { en: 'agreed to texts', es: 'aceptó recibir mensajes' },
  help: { en: 'asked for help', es: 'pidió ayuda' },
  possible_opt_out: { en: 'may want no more texts', es: 'quizá no quiere más mensajes' },
  not_opt_out: { en: 'judged as no opt-out', es: 'considerado sin baja' },
  wrong_number: { en: 'wrong number', es: 'número equivocado' },
}

const KIND: CodeTexts<ContactEvent['kind']> = {
  created: { en: 'added', es: 'agregado' },
  changed: { en: 'changed', es: 'cambiado' },
  archived: { en: 'archived', es: 'archivado' },
  restored: { en: 'restored', es: 'restaurado' },
  merged: { en: 'merged', es: 'fusionado' },
  imported: { en: 'imported', es: 'importado' },
  joined: { en: 'joined a group', es: 'entró en un grupo' },
  left: { en: 'left a group', es: 'salió de un grupo' },
  opt_out: ACTION.opt_out,
  opt_in: ACTION.opt_in,
  voicemail: { en: 'left a voicemail', es: 'dejó un mensaje de voz' },
  erased: { en: 'erased', es: 'borrado' },
}

const STATE: CodeTexts<MessageState> = {
  held: { en: 'waits to go', es: 'espera a salir' },
  scheduled: { en: 'scheduled', es: 'programado' },
  queued: { en: 'queued', es: 'en cola' },
  submitting: { en: 'sending', es: 'enviándose' },
  unknown: { en: 'not known whether it went', es: 'no se sabe si salió' },
  submitted: { en: 'handed to the carrier', es: 'entregado al operador' },
  sent: { en: 'sent', es: 'enviado' },
  delivered: { en: 'delivered', es: 'entregado' },
  undelivered: { en: 'not delivered', es: 'no entregado' },
  failed: { en: 'not sent', es: 'no enviado' },
  cancelled: { en: 'cancelled', es: 'cancelado' },
  suppressed: { en: 'held back after an opt-out', es: 'retenido tras una baja' },
  expired: { en: 'too late to send', es: 'demasiado tarde para enviar' },
  quarantined: { en: 'set apart', es: 'apartado' },
  received: { en: 'received', es: 'recibido' },
  noted: { en: 'noted', es: 'anotado' },
}

const EVENT: CodeTexts<ThreadEvent['what']> = {
  archived: { en: 'Conversation archived', es: 'Conversación archivada' },
  reopened: { en: 'Conversation opened again', es: 'Conversación abierta de nuevo' },
  assigned: { en: 'Conversation assigned', es: 'Conversación asignada' },
  unassigned: { en: 'Conversation given back', es: 'Conversación devuelta' },
  snoozed: { en: 'Conversation snoozed', es: 'Conversación pospuesta' },
  woke: { en: 'Conversation woke', es: 'Conversación de vuelta' },
  opted_out: { en: 'Opted out', es: 'Baja' },
  opted_in: { en: 'Opted in', es: 'Alta' },
  number_changed: { en: 'Number changed', es: 'Número cambiado' },
  wrong_number: { en: 'Wrong number', es: 'Número equivocado' },
  not_opt_out: { en: 'Judged as no opt-out', es: 'Considerado sin baja' },
}

const CODES: Readonly<Record<string, CodeTexts<string>>> = {
  how: HOW,
  action: ACTION,
  kind: KIND,
  change: { joined: { en: 'joined', es: 'entró' }, left: { en: 'left', es: 'salió' } },
  state: STATE,
  what: EVENT,
}
const YES: LocalizedText = { en: 'yes', es: 'sí' }
const NO: LocalizedText = { en: 'no', es: 'no' }

/** Returns the label of a code in a row. An unknown code or other value is returned as it is. */
export function codeText(name: string, value: string | boolean): LocalizedText {
  if (typeof value === 'boolean') return value ? YES : NO
  const texts = Object.hasOwn(CODES, name) ? CODES[name] : undefined
  return texts && Object.hasOwn(texts, value) ? (texts[value] ?? verbatim(value)) : verbatim(value)
}
