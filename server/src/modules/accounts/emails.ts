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
  en: "If you didn't request this, you can ignore this email. Nothing will change.",
  es: 'Si no lo pediste, puedes ignorar este correo. No cambiará nada.',
}
const CONFIRM_WARNING = {
  en: "If you didn't sign up for Crewline, ignore this email.",
  es: 'Si no te registraste en Crewline, ignora este correo.',
}
const NOT_YOU = {
  en: "If this wasn't you, reset your password now and tell an owner or admin of your organization.",
  es: 'Si no fuiste tú, restablece tu contraseña ahora y avisa a un propietario o administrador de tu organización.',
}

/** Builds the email with the link that confirms a new account. */
export function confirmMail(reader: Reader, url: string): Email {
  return buildEmail(
    reader,
    {
      en: {
        subject: 'Confirm your email',
        lines: ['Confirm your email to start using Crewline. The link works for 24 hours.', CONFIRM_WARNING.en],
        label: 'Confirm email',
        foot: IGNORE.en,
      },
      es: {
        subject: 'Confirma tu correo',
        lines: [
          'Confirma tu correo para empezar a usar Crewline. El enlace funciona durante 24 horas.',
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
          'Someone tried to sign up with this email, but you already have an account. Log in, or reset your password.',
        ],
        label: 'Log in',
        foot: IGNORE.en,
      },
      es: {
        subject: 'Ya tienes una cuenta',
        lines: [
          'Alguien intentó registrarse con este correo, pero ya tienes una cuenta. Inicia sesión o restablece tu contraseña.',
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
        lines: ['Use this link to choose a new password. It works once and expires in 30 minutes.'],
        label: 'Choose a new password',
        foot: IGNORE.en,
      },
      es: {
        subject: 'Elige una contraseña nueva',
        lines: ['Usa este enlace para elegir una contraseña nueva. Funciona una sola vez y vence en 30 minutos.'],
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
        subject: 'Your login link',
        lines: ['Use this link to log in. It works once and expires in 15 minutes.'],
        label: 'Log in',
        foot: IGNORE.en,
      },
      es: {
        subject: 'Tu enlace para iniciar sesión',
        lines: ['Usa este enlace para iniciar sesión. Funciona una sola vez y vence en 15 minutos.'],
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
        subject: 'Confirm your new email',
        lines: [
          isOldAddress
            ? `You asked to change your email to ${newEmail}. Confirm here and from the new address.`
            : 'You asked to use this email for your account. Confirm here and from the old address.',
        ],
        label: 'Confirm',
        foot: isOldAddress ? NOT_YOU.en : IGNORE.en,
      },
      es: {
        subject: 'Confirma tu correo nuevo',
        lines: [
          isOldAddress
            ? `Pediste cambiar tu correo a ${newEmail}. Confirma aquí y desde la dirección nueva.`
            : 'Pediste usar este correo para tu cuenta. Confirma aquí y desde la dirección anterior.',
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
  password: { en: 'Your password was changed.', es: 'Se cambió tu contraseña.' },
  email: { en: 'Your email was changed.', es: 'Se cambió tu correo.' },
  phone: { en: 'Your mobile number was changed.', es: 'Se cambió tu número de celular.' },
  mfa_on: { en: 'Two-step log-in was turned on.', es: 'Se activó el inicio de sesión en dos pasos.' },
  mfa_off: { en: 'Two-step log-in was turned off.', es: 'Se desactivó el inicio de sesión en dos pasos.' },
  backup_codes: { en: 'New backup codes were created.', es: 'Se crearon códigos de respaldo nuevos.' },
  signed_in: {
    en: 'Someone logged in to your account on a new device.',
    es: 'Alguien inició sesión en tu cuenta en un dispositivo nuevo.',
  },
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
          lines: [`${name} aceptó tu invitación a ${organization}.`],
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
    ? `${code} es tu código de Crewline. No lo compartas con nadie.\n\n@${host} #${code}`
    : `${code} is your Crewline code. Don't share it with anyone.\n\n@${host} #${code}`
}
