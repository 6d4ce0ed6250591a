// The texts of opt-in pages and of the messages they cause, in the languages of contacts.
import type { OptInContent, PageLanguage } from '@crewline/contract/opt-in'
import { verbatim, type LocalizedText } from '@crewline/contract/words'
import { withShortLinks } from '../links/index.ts'
import { ar } from './page-words/ar.ts'
import { en } from './page-words/en.ts'
import { es } from './page-words/es.ts'
import { fr } from './page-words/fr.ts'
import { ht } from './page-words/ht.ts'
import { pt } from './page-words/pt.ts'
import { vi } from './page-words/vi.ts'
import { zh } from './page-words/zh.ts'
import type { PageTexts } from './page-words/texts.ts'
import type { EntryProblem, StoredPage } from './rules.ts'

const TEXTS: Record<PageLanguage, PageTexts> = { en, es, fr, pt, vi, zh, ht, ar }

/** Returns the texts of a page in one language. */
export function textsIn(language: PageLanguage): PageTexts {
  return TEXTS[language]
}

/** Puts values into a text. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([a-z]+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** Returns what is wrong with a number, in the language of the page. */
export function phoneError(problem: 'invalid' | 'landline' | 'abroad', language: PageLanguage): LocalizedText {
  return verbatim(TEXTS[language].errors[problem])
}

/** Returns what is wrong with entered values, by field, in the language of the page. */
export function entryErrors(
  problems: Partial<Record<string, EntryProblem>>,
  language: PageLanguage,
): Record<string, LocalizedText> {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([source, problem]) =>
      problem ? [[`values.${source}`, verbatim(TEXTS[language].errors[problem])]] : [],
    ),
  )
}

/** Returns the text that asks a person to reply. */
export function replyTextIn(language: PageLanguage, organization: string): string {
  return fillText(TEXTS[language].sms.reply, { organization })
}

/** Returns the one text to a person who did not reply. */
export function reminderTextIn(language: PageLanguage, organization: string): string {
  return fillText(TEXTS[language].sms.reminder, { organization })
}

/** Returns the text with a code. */
export function codeTextIn(language: PageLanguage, code: string, organization: string): string {
  return fillText(TEXTS[language].sms.code, { code, organization })
}

const FREQUENCY: Record<PageLanguage, Record<OptInContent['frequency']['per'], string>> = {
  en: { day: '{count} a day', week: '{count} a week', month: '{count} a month' },
  es: { day: '{count} al dia', week: '{count} por semana', month: '{count} al mes' },
  fr: { day: '{count} par jour', week: '{count} par semaine', month: '{count} par mois' },
  pt: { day: '{count} por dia', week: '{count} por semana', month: '{count} por mes' },
  vi: { day: '{count} tin mỗi ngày', week: '{count} tin mỗi tuần', month: '{count} tin mỗi tháng' },
  zh: { day: '每天 {count} 条', week: '每周 {count} 条', month: '每月 {count} 条' },
  ht: { day: '{count} pa jou', week: '{count} pa semèn', month: '{count} pa mwa' },
  ar: { day: '{count} في اليوم', week: '{count} في الأسبوع', month: '{count} في الشهر' },
}

/**
 * Returns the text after joining, in each language of a page: what the team wrote, with the shared short links of the
 * page, and then what carriers require after every opt-in (CTIA Messaging Principles and Best Practices, 5.1.1).
 */
export function welcomeOf(
  { content, links }: Pick<StoredPage, 'content' | 'links'>,
  organization: string,
): Partial<Record<PageLanguage, string>> {
  const shortUrls = new Map(Object.entries(links.codes).map(([address, code]) => [address, `${links.base}${code}`]))
  const own = content.actions.find((action) => action.type === 'send_message')
  return Object.fromEntries(
    content.languages.map((language) => {
      const frequency = fillText(FREQUENCY[language][content.frequency.per], { count: String(content.frequency.count) })
      const required = fillText(TEXTS[language].sms.welcome, { organization, frequency })
      const body = own?.type === 'send_message' ? own.body[language] : undefined
      return [language, body ? `${withShortLinks(body, shortUrls)}\n${required}` : required]
    }),
  )
}

const POSTER: Record<PageLanguage, string> = {
  en: 'Scan this with the camera of your phone.',
  es: 'Escanéalo con la cámara de tu teléfono.',
  fr: 'Scannez ce code avec l’appareil photo de votre téléphone.',
  pt: 'Aponte a câmera do seu celular para este código.',
  vi: 'Quét mã này bằng máy ảnh của điện thoại.',
  zh: '请用手机相机扫描此码。',
  ht: 'Eskane sa a ak kamera telefòn ou.',
  ar: 'امسح هذا الرمز بكاميرا هاتفك.',
}

/** Returns how to use the code of a poster. */
export function posterText(language: PageLanguage): string {
  return POSTER[language]
}

const BY_KEYWORD: Record<PageLanguage, string> = {
  en: 'Or text {keyword} to {line}.',
  es: 'O envía {keyword} al {line}.',
  fr: 'Ou envoyez {keyword} au {line}.',
  pt: 'Ou envie {keyword} para {line}.',
  vi: 'Hoặc nhắn {keyword} đến {line}.',
  zh: '或发送 {keyword} 到 {line}。',
  ht: 'Oswa voye {keyword} bay {line}.',
  ar: 'أو أرسل {keyword} إلى {line}.',
}

/** Returns how to join by text. */
export function keywordText(language: PageLanguage, keyword: string, line: string): string {
  return fillText(BY_KEYWORD[language], { keyword, line })
}
