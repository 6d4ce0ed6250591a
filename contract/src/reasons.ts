// Why a message was not delivered, as shown to members. Carriers change their codes: unknown ones use the last entry.
import { verbatim, type LocalizedText } from './words.ts'

/** What a refusal means for the phone number. */
export type ReasonClass =
  | 'phone'
  | 'landline'
  | 'not_in_use'
  | 'filtered'
  | 'opted_out'
  | 'expired'
  | 'sender'
  | 'unknown'

/** What the product does automatically for a code. */
export type ReasonAction =
  | { kind: 'none' }
  /** Retried after each of these delays in turn, in ms; `morning` is the end of the contact's next quiet hours. */
  | { kind: 'retry'; after: readonly (number | 'morning')[] }
  /** The daily cap at the carrier is reached: continues at midnight in California, where carriers count days. */
  | { kind: 'wait_for_carrier_day' }
  /** Sent once more with links in place of its files. */
  | { kind: 'resend_as_link' }
  /** Pauses sending from this line until a member has reviewed it. */
  | { kind: 'pause_line' }
  | { kind: 'opt_out' }
  | { kind: 'mark_phone' }

/** The meaning of a code and the possible actions. */
export interface Reason {
  class: ReasonClass
  /** Why it was not delivered, for members. */
  text: LocalizedText
  /** What a member can do now; empty when nothing helps. */
  advice: LocalizedText
  action: ReasonAction
  /** Whether a member may retry the same message. */
  mayRetry: boolean
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const NO_ADVICE = verbatim('')

const NONE: ReasonAction = { kind: 'none' }

const OFF: Reason = {
  class: 'phone',
  // Does not mention the number of attempts, because it varies: an automatic reply is sent once.
  text: { en: 'Phone is off or has no signal.', es: 'El teléfono está apagado o sin señal.' },
  advice: { en: 'Call, or ask in person.', es: 'Llama o pregunta en persona.' },
  action: { kind: 'retry', after: [30 * MINUTE, 2 * HOUR, 12 * HOUR, 'morning'] },
  mayRetry: true,
}
const UNUSED: Reason = {
  class: 'not_in_use',
  text: { en: 'This number is not in use.', es: 'Este número no está en uso.' },
  advice: { en: 'Ask for the right number.', es: 'Pide el número correcto.' },
  action: { kind: 'mark_phone' },
  mayRetry: false,
}
const LANDLINE: Reason = {
  class: 'landline',
  text: {
    en: "This is a landline. It can't get texts.",
    es: 'Es un teléfono fijo. No puede recibir mensajes de texto.',
  },
  advice: { en: 'Ask for a mobile number, or call.', es: 'Pide un número móvil o llama.' },
  action: { kind: 'mark_phone' },
  mayRetry: false,
}
const FILTERED: Reason = {
  class: 'filtered',
  text: {
    en: 'The carrier blocked this message. Try fewer links.',
    es: 'El operador bloqueó este mensaje. Prueba con menos enlaces.',
  },
  advice: { en: 'Write it in other words.', es: 'Escríbelo con otras palabras.' },
  action: NONE,
  mayRetry: false,
}
const BLOCKED: Reason = {
  class: 'filtered',
  text: {
    en: "This person's phone or carrier blocks your number.",
    es: 'El teléfono o el operador de esta persona bloquea tu número.',
  },
  advice: { en: 'Ask them to unblock your number.', es: 'Pídele que desbloquee tu número.' },
  action: NONE,
  mayRetry: true,
}
const OPTED_OUT: Reason = {
  class: 'opted_out',
  text: {
    en: 'This person opted out. Only they can undo this, by texting START.',
    es: 'Esta persona se dio de baja. Solo ella puede deshacerlo, enviando START.',
  },
  advice: NO_ADVICE,
  action: { kind: 'opt_out' },
  mayRetry: false,
}
const LATE: Reason = {
  class: 'expired',
  text: { en: 'The message could not be delivered in time.', es: 'El mensaje no se pudo entregar a tiempo.' },
  advice: { en: 'Send it again if it still matters.', es: 'Envíalo otra vez si aún importa.' },
  action: NONE,
  mayRetry: true,
}
const SENDER: Reason = {
  class: 'sender',
  text: {
    en: 'Your number is not ready to send. Check it in Settings.',
    es: 'Tu número no está listo para enviar. Revísalo en Ajustes.',
  },
  advice: {
    en: 'Finish the registration of the number at the carrier.',
    es: 'Termina el registro del número con el operador.',
  },
  action: NONE,
  mayRetry: true,
}
const UNREGISTERED: Reason = { ...SENDER, action: { kind: 'pause_line' } }
const BUSY: Reason = {
  class: 'unknown',
  text: { en: 'The carrier was too busy to take this.', es: 'El operador estaba demasiado ocupado para aceptarlo.' },
  advice: { en: 'Try again in a few minutes.', es: 'Inténtalo de nuevo en unos minutos.' },
  action: { kind: 'retry', after: [30 * SECOND, MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE] },
  mayRetry: true,
}
const NO_REASON: Reason = {
  class: 'unknown',
  text: { en: 'The carrier did not say why. Try again.', es: 'El operador no dijo por qué. Inténtalo de nuevo.' },
  advice: NO_ADVICE,
  action: NONE,
  mayRetry: true,
}

/** Carrier codes from the error dictionaries of Twilio and Telnyx; the others are our own. */
const BY_CODE: Record<string, Reason> = {
  '21610': OPTED_OUT,
  '40300': OPTED_OUT,
  '21211': UNUSED,
  '30005': UNUSED,
  '40001': UNUSED,
  '21614': LANDLINE,
  '30006': LANDLINE,
  '30003': OFF,
  '40006': OFF,
  '30004': BLOCKED,
  '30007': FILTERED,
  '40002': FILTERED,
  '40003': FILTERED,
  '30036': LATE,
  '40005': LATE,
  '21606': SENDER,
  '21611': SENDER,
  '30032': UNREGISTERED,
  '30034': UNREGISTERED,
  '30001': BUSY,
  '20429': BUSY,
  '30008': { ...NO_REASON, action: { kind: 'retry', after: [5 * MINUTE] } },
  '30011': {
    class: 'phone',
    text: { en: 'This phone cannot get pictures or files.', es: 'Este teléfono no puede recibir fotos ni archivos.' },
    advice: { en: 'Send the words alone, or a link.', es: 'Envía solo el texto o un enlace.' },
    action: { kind: 'resend_as_link' },
    mayRetry: false,
  },
  '30023': {
    class: 'sender',
    text: {
      en: "Your number used up the carrier's texts for today.",
      es: 'Tu número agotó los mensajes de hoy del operador.',
    },
    advice: {
      en: 'Raise the limit of your registration at the carrier.',
      es: 'Sube el límite de tu registro con el operador.',
    },
    action: { kind: 'wait_for_carrier_day' },
    mayRetry: true,
  },
  opted_out: { ...OPTED_OUT, action: NONE },
  landline: { ...LANDLINE, action: NONE },
  not_in_use: { ...UNUSED, action: NONE },
  no_mobile: {
    class: 'not_in_use',
    text: {
      en: 'There was no mobile number when this was to go.',
      es: 'No había número móvil cuando esto debía salir.',
    },
    advice: { en: 'Add a mobile number.', es: 'Añade un número móvil.' },
    action: NONE,
    mayRetry: false,
  },
  contact_archived: {
    class: 'expired',
    text: {
      en: 'This contact was archived before this was to go.',
      es: 'Este contacto se archivó antes de que esto saliera.',
    },
    advice: NO_ADVICE,
    action: NONE,
    mayRetry: false,
  },
  blocked: {
    class: 'expired',
    text: {
      en: 'This contact was blocked before this was to go.',
      es: 'Este contacto se bloqueó antes de que esto saliera.',
    },
    advice: { en: 'Change their status to text them.', es: 'Cambia su estado para escribirle.' },
    action: NONE,
    mayRetry: false,
  },
  terminated: {
    class: 'expired',
    text: {
      en: 'This contact stopped working here before this was to go.',
      es: 'Este contacto dejó de trabajar aquí antes de que esto saliera.',
    },
    advice: { en: 'Change their status to text them.', es: 'Cambia su estado para escribirle.' },
    action: NONE,
    mayRetry: false,
  },
  number_changed: {
    class: 'not_in_use',
    text: {
      en: 'The number was changed meanwhile, so we did not try the old one again.',
      es: 'El número cambió mientras tanto, así que no volvimos a probar con el anterior.',
    },
    advice: { en: 'Send it again to the new number.', es: 'Envíalo otra vez al número nuevo.' },
    action: NONE,
    mayRetry: false,
  },
  missed: {
    class: 'expired',
    text: {
      en: 'This missed its time, so we did not send it late.',
      es: 'Se pasó su hora, así que no lo enviamos tarde.',
    },
    advice: { en: 'Send it again if it still matters.', es: 'Envíalo otra vez si aún importa.' },
    action: NONE,
    mayRetry: true,
  },
  expired: LATE,
  outcome_unknown: {
    class: 'unknown',
    text: {
      en: 'We could not learn whether this was sent. Check with the person before you send it again.',
      es: 'No pudimos saber si esto se envió. Pregunta a la persona antes de enviarlo otra vez.',
    },
    advice: { en: 'Ask whether it arrived.', es: 'Pregunta si llegó.' },
    action: NONE,
    mayRetry: false,
  },
  quarantined: {
    class: 'unknown',
    text: {
      en: 'This message stopped the sender three times, so we set it aside. Try again with other words.',
      es: 'Este mensaje detuvo el envío tres veces, así que lo apartamos. Inténtalo con otras palabras.',
    },
    advice: { en: 'Send it with other words.', es: 'Envíalo con otras palabras.' },
    action: NONE,
    mayRetry: false,
  },
}

/** Returns the meaning of a carrier code; never fails: an unknown code means that no reason was given. */
export function reasonFor(code: string | null): Reason {
  return (code !== null && Object.hasOwn(BY_CODE, code) && BY_CODE[code]) || NO_REASON
}
