/** A language letters are written in. */
export type LetterLanguage = 'en' | 'es'

/** What the product writes to a person by e-mail. */
export interface Letter {
  to: string
  language: LetterLanguage
  /** Notices can be turned off by their reader; what is about security cannot. */
  kind: 'security' | 'notice'
  subject: string
  /** Paragraphs. */
  lines: string[]
  action?: { label: string; url: string }
  /** Small print under the letter. */
  foot?: string
  /** Where the reader of a notice turns notices off. */
  unsubscribeUrl?: string
}

/** A name as letters say it: mail programs make links of addresses, and a name must not bring its own. */
export function unlinked(name: string): string {
  return name.replaceAll('://', ': ').replace(/[.。．｡](?=[\p{Letter}\p{Number}-]{2})/gu, '. ')
}

const WORDS = {
  en: { orOpen: 'Or open this address:', unsubscribe: 'Stop e-mails like this one' },
  es: { orOpen: 'O abra esta dirección:', unsubscribe: 'Dejar de recibir correos como este' },
}

/** The letter as plain text. */
export function letterText(letter: Letter): string {
  const { lines, action, foot, unsubscribeUrl, language } = letter
  return [
    ...lines,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(foot ? [`--\n${foot}`] : []),
    ...(unsubscribeUrl ? [`${WORDS[language].unsubscribe}:\n${unsubscribeUrl}`] : []),
  ].join('\n\n')
}

/** The letter as a page that every mail program shows: one column, one button, readable without styles. */
export function letterHtml(letter: Letter): string {
  const { lines, action, foot, unsubscribeUrl, language, subject } = letter
  const words = WORDS[language]
  const font = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
  const small = 'font-size:13px;line-height:20px;color:#5c6470;margin:0 0 8px'
  const parts = [
    ...lines.map((line) => `<p style="font-size:16px;line-height:24px;margin:0 0 16px">${escaped(line)}</p>`),
    ...(action
      ? [
          `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="background:#1f5fd0;color:#ffffff;text-decoration:none;font-size:16px;font-weight:600;padding:12px 20px;border-radius:8px;display:inline-block">${escaped(action.label)}</a></p>`,
          `<p style="${small}">${words.orOpen}<br><a href="${escaped(action.url)}" style="color:#1f5fd0;word-break:break-all">${escaped(action.url)}</a></p>`,
        ]
      : []),
    ...(foot ? [`<p style="${small};margin-top:24px">${escaped(foot)}</p>`] : []),
    ...(unsubscribeUrl
      ? [`<p style="${small}"><a href="${escaped(unsubscribeUrl)}" style="color:#5c6470">${words.unsubscribe}</a></p>`]
      : []),
  ]
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head><body style="margin:0;padding:24px;background:#f4f5f7;color:#16191d;${font}"><div style="max-width:480px;margin:0 auto;background:#ffffff;border-radius:12px;padding:32px"><p style="font-size:18px;font-weight:700;margin:0 0 24px">Crewline</p>${parts.join('')}</div></body></html>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
