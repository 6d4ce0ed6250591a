import type { Locale } from '@crewline/contract/accounts'
import { msg } from '@crewline/contract/localized-text'
import { localize } from '../../kernel/i18n/localize.ts'

/** An email from the product to a user. */
export interface Email {
  to: string
  language: Locale
  /** Users can turn off notices but not security emails. */
  kind: 'security' | 'notice'
  subject: string
  /** The organization for which the product writes, at the top of the email; the product itself without one. */
  sender?: { name: string; logo: { url: string; width: number; height: number } | undefined }
  /** Paragraphs. */
  lines: string[]
  action?: { label: string; url: string }
  /** Small print at the end of the email. */
  foot?: string
  /** The address where notices can be turned off. */
  unsubscribeUrl?: string
  /** Whether a POST to that address turns them off at once, which mail programs offer as a button (RFC 8058). */
  isOneClick?: boolean
}

/** Changes a name so that mail programs do not turn parts of it into links, because names come from users. */
export function unlinked(name: string): string {
  return name.replaceAll('://', ': ').replace(/[.。．｡](?=[\p{Letter}\p{Number}-]{2})/gu, '. ')
}

const OR_OPEN = msg({ message: 'Or open this address:' })
const UNSUBSCRIBE = msg({ message: 'Unsubscribe from emails like this one' })

/** Formats an email as plain text. */
export function emailText(email: Email): string {
  const { lines, action, foot, unsubscribeUrl, language } = email
  return [
    ...lines,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(foot ? [`--\n${foot}`] : []),
    ...(unsubscribeUrl ? [`${localize(UNSUBSCRIBE, language)}:\n${unsubscribeUrl}`] : []),
  ].join('\n\n')
}

/** Formats an email as HTML for every mail program: one column, one button, readable without styles. */
export function emailHtml(email: Email): string {
  const { lines, action, foot, unsubscribeUrl, language, subject } = email
  const font = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
  const smallStyle = 'font-size:13px;line-height:20px;color:#5c6470;margin:0 0 8px'
  const parts = [
    ...lines.map((line) => `<p style="font-size:16px;line-height:24px;margin:0 0 16px">${escaped(line)}</p>`),
    ...(action
      ? [
          `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="background:#1f5fd0;color:#ffffff;text-decoration:none;font-size:16px;font-weight:600;padding:12px 20px;border-radius:8px;display:inline-block">${escaped(action.label)}</a></p>`,
          `<p style="${smallStyle}">${localize(OR_OPEN, language)}<br><a href="${escaped(action.url)}" style="color:#1f5fd0;word-break:break-all">${escaped(action.url)}</a></p>`,
        ]
      : []),
    ...(foot ? [`<p style="${smallStyle};margin-top:24px">${escaped(foot)}</p>`] : []),
    ...(unsubscribeUrl
      ? [
          `<p style="${smallStyle}"><a href="${escaped(unsubscribeUrl)}" style="color:#5c6470">${localize(UNSUBSCRIBE, language)}</a></p>`,
        ]
      : []),
  ]
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head><body style="margin:0;padding:24px;background:#f4f5f7;color:#16191d;${font}"><div style="max-width:480px;margin:0 auto;background:#ffffff;border-radius:12px;padding:32px">${header(email)}${parts.join('')}</div></body></html>`
}

/** The name, or the logo on the white of the email; programs that block pictures show the name. */
function header({ sender }: Email): string {
  const style = 'font-size:18px;line-height:24px;font-weight:700;margin:0 0 24px'
  const { name = 'Crewline', logo } = sender ?? {}
  if (!logo) return `<p style="${style}">${escaped(name)}</p>`
  const scale = Math.min(1, 200 / logo.width, 48 / logo.height)
  const [width, height] = [logo.width, logo.height].map((side) => Math.max(1, Math.round(side * scale)))
  return `<p style="${style}"><img src="${escaped(logo.url)}" width="${width}" height="${height}" alt="${escaped(name)}" style="border:0"></p>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
