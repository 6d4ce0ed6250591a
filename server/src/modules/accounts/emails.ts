import type { Locale } from '@crewline/contract/accounts'
import { unlinked, type Email } from '../mail/index.ts'

/** The recipient of an email. */
export interface Reader {
  email: string
  firstname: string
  locale: Locale
}

type EmailText = Pick<Email, 'subject' | 'lines' | 'foot'> & { label?: string }

function buildEmail(reader: Reader, texts: Record<Locale, EmailText>, url?: string): Email {
  const { subject, lines, foot, label } = texts[reader.locale]
  const firstname = unlinked(reader.firstname)
  const hello = reader.locale === 'es' ? `Hola, ${firstname}:` : `Hi ${firstname},`
  return {
    to: reader.email,
    language: reader.locale,
    kind: 'security',
    subject,
    lines: [...(reader.firstname ? [hello] : []), ...lines],
    ...(foot ? { foot } : {}),
    ...(url && label ? { action: { label, url } } : {}),
  }
}

const IGNORE = {
  en: 'If you did not ask for this, you can ignore this e-mail. Nothing changes.',
  es: 'Si usted no lo pidió, puede ignorar este correo. No cambia nada.',
}
const CONFIRM_WARNING = {
  en: 'Only confirm if you began this account yourself: whoever began it knows its password.',
  es: 'Confirme solo si usted mismo empezó esta cuenta: quien la empezó conoce su contraseña.',
}
const NOT_YOU = {
  en: 'If this was not you, reset your password now and tell an owner or admin of your organization.',
  es: 'Si no fue usted, restablezca su contraseña ahora y avise a un propietario o administrador de su organización.',
}

/** Builds the email with the link that confirms a new account. */
export function confirmMail(reader: Reader, url: string): Email {
  return buildEmail(
    reader,
    {
      en: {
        subject: 'Confirm your e-mail',
        lines: ['Confirm your e-mail to start with Crewline. The link works for 24 hours.', CONFIRM_WARNING.en],
        label: 'Confirm e-mail',
        foot: IGNORE.en,
      },
      es: {
        subject: 'Confirme su correo',
        lines: [
          'Confirme su correo para empezar con Crewline. El enlace funciona durante 24 horas.',
          CONFIRM_WARNING.es,
        ],
        label: 'Confirmar correo',
        foot: IGNORE.es,
      },
    },
    url,
  )
}

/** Builds the email for a registration whose address already has an account. */
export function accountExistsMail(reader: Reader, url: string): Email {
  return buildEmail(
    reader,
    {
      en: {
        subject: 'You already have an account',
        lines: [
          'Somebody, maybe you, began a new account with this e-mail. You already have one: log in, or reset your password.',
        ],
        label: 'Log in',
        foot: IGNORE.en,
      },
      es: {
        subject: 'Ya tiene una cuenta',
        lines: [
          'Alguien, quizás usted, empezó una cuenta nueva con este correo. Ya tiene una: inicie sesión o restablezca su contraseña.',
        ],
        label: 'Iniciar sesión',
        foot: IGNORE.es,
      },
    },
    url,
  )
}

/** Builds the email with the link to choose a new password. */
export function resetMail(reader: Reader, url: string): Email {
  return buildEmail(
    reader,
    {
      en: {
        subject: 'Choose a new password',
        lines: ['Choose a new password with this link. It works once, for 30 minutes.'],
        label: 'Choose a new password',
        foot: IGNORE.en,
      },
      es: {
        subject: 'Elija una contraseña nueva',
        lines: ['Elija una contraseña nueva con este enlace. Funciona una vez, durante 30 minutos.'],
        label: 'Elegir contraseña nueva',
        foot: IGNORE.es,
      },
    },
    url,
  )
}

/** Builds the email with the log-in link. */
export function loginMail(reader: Reader, url: string): Email {
  return buildEmail(
    reader,
    {
      en: {
        subject: 'Your link to log in',
        lines: ['Log in with this link. It works once, for 15 minutes.'],
        label: 'Log in',
        foot: IGNORE.en,
      },
      es: {
        subject: 'Su enlace para iniciar sesión',
        lines: ['Inicie sesión con este enlace. Funciona una vez, durante 15 minutos.'],
        label: 'Iniciar sesión',
        foot: IGNORE.es,
      },
    },
    url,
  )
}

/** Builds the email with which one of the two addresses confirms an email change. */
export function changeEmailMail(
  reader: Reader,
  change: { newEmail: string; url: string; isOldAddress: boolean },
): Email {
  const { newEmail, url, isOldAddress } = change
  return buildEmail(
    reader,
    {
      en: {
        subject: 'Confirm your new e-mail',
        lines: [
          isOldAddress
            ? `Your account is to move to ${newEmail}. Confirm here and at the new address.`
            : 'Your account is to move to this e-mail. Confirm here and at the old address.',
        ],
        label: 'Confirm',
        foot: isOldAddress ? NOT_YOU.en : IGNORE.en,
      },
      es: {
        subject: 'Confirme su correo nuevo',
        lines: [
          isOldAddress
            ? `Su cuenta pasará a ${newEmail}. Confirme aquí y en la dirección nueva.`
            : 'Su cuenta pasará a este correo. Confirme aquí y en la dirección anterior.',
        ],
        label: 'Confirmar',
        foot: isOldAddress ? NOT_YOU.es : IGNORE.es,
      },
    },
    url,
  )
}

/** A change to how a user logs in. */
export type Change = 'password' | 'email' | 'phone' | 'mfa_on' | 'mfa_off' | 'backup_codes' | 'signed_in'

const CHANGES: Record<Change, Record<Locale, string>> = {
  password: { en: 'Your password was changed.', es: 'Se cambió su contraseña.' },
  email: { en: 'The e-mail of your account was changed.', es: 'Se cambió el correo de su cuenta.' },
  phone: { en: 'The mobile number of your account was changed.', es: 'Se cambió el número móvil de su cuenta.' },
  mfa_on: { en: 'Two-step log-in was turned on.', es: 'Se activó el inicio de sesión en dos pasos.' },
  mfa_off: { en: 'Two-step log-in was turned off.', es: 'Se desactivó el inicio de sesión en dos pasos.' },
  backup_codes: { en: 'New backup codes were made.', es: 'Se crearon códigos de respaldo nuevos.' },
  signed_in: { en: 'Your account was opened on a new device.', es: 'Su cuenta se abrió en un dispositivo nuevo.' },
}

/** Builds the email that reports a change to how a user logs in, and where it was made. */
export function accountChangeMail(reader: Reader, change: Change, detail: { where: string; url: string }): Email {
  const { en, es } = CHANGES[change]
  return buildEmail(
    reader,
    {
      en: { subject: en.slice(0, -1), lines: [en, `From: ${detail.where}`, NOT_YOU.en], label: 'Reset password' },
      es: {
        subject: es.slice(0, -1),
        lines: [es, `Desde: ${detail.where}`, NOT_YOU.es],
        label: 'Restablecer contraseña',
      },
    },
    detail.url,
  )
}

/** Builds the email that informs the inviter of an accepted invitation. */
export function joinedMail(
  reader: Reader,
  joined: { name: string; organization: string; url: string; unsubscribeUrl: string },
): Email {
  const { url, unsubscribeUrl } = joined
  const name = unlinked(joined.name)
  const organization = unlinked(joined.organization)
  return {
    ...buildEmail(
      reader,
      {
        en: {
          subject: `${name} joined ${organization}`,
          lines: [`${name} accepted your invitation to ${organization}.`],
          label: 'See the team',
        },
        es: {
          subject: `${name} se unió a ${organization}`,
          lines: [`${name} aceptó su invitación a ${organization}.`],
          label: 'Ver el equipo',
        },
      },
      url,
    ),
    kind: 'notice',
    unsubscribeUrl,
  }
}

/** Builds the text message for a code. Phones autofill from its last line (WICG origin-bound codes). */
export function codeText(code: string, locale: Locale, host: string): string {
  return locale === 'es'
    ? `${code} es su código de Crewline. No se lo diga a nadie.\n\n@${host} #${code}`
    : `${code} is your Crewline code. Don't share it with anyone.\n\n@${host} #${code}`
}
