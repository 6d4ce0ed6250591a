// The pages that a short link shows instead of opening: plain, without scripts, in the language of the reader.
import { languageOfReader } from '../../kernel/i18n/reader-language.ts'

/** The text of a page in one language; `{host}` stands for where a link leads. */
interface PageTexts {
  ended: string
  reply: string
  opens: string
}

/** The languages of the contacts, as in the phrasebook; pages of the product itself have other ones. */
const TEXTS: Readonly<Record<string, PageTexts>> = {
  en: {
    ended: 'This link no longer works.',
    reply: 'Reply to the text if you still need it.',
    opens: 'This link opens {host}.',
  },
  es: {
    ended: 'Este enlace ya no funciona.',
    reply: 'Responde al mensaje si aún lo necesitas.',
    opens: 'Este enlace abre {host}.',
  },
  fr: {
    ended: 'Ce lien ne fonctionne plus.',
    reply: 'Répondez au message si vous en avez encore besoin.',
    opens: 'Ce lien ouvre {host}.',
  },
  pt: {
    ended: 'Este link não funciona mais.',
    reply: 'Responda à mensagem se ainda precisar dele.',
    opens: 'Este link abre {host}.',
  },
  vi: {
    ended: 'Liên kết này không còn hoạt động.',
    reply: 'Hãy trả lời tin nhắn nếu bạn vẫn cần.',
    opens: 'Liên kết này mở {host}.',
  },
  zh: { ended: '此链接已失效。', reply: '如果仍需要,请回复短信。', opens: '此链接将打开 {host}。' },
  ht: {
    ended: 'Lyen sa a pa mache ankò.',
    reply: 'Reponn mesaj la si w toujou bezwen li.',
    opens: 'Lyen sa a louvri {host}.',
  },
  ar: {
    ended: 'لم يعد هذا الرابط يعمل.',
    reply: 'إذا كنت لا تزال بحاجة إليه، فردّ على الرسالة.',
    opens: 'يفتح هذا الرابط {host}.',
  },
}

/** Returns the first language of a request that contacts are written in, else English. */
export function pageLanguage(accepted: string | undefined): string {
  return languageOfReader(['en', ...Object.keys(TEXTS)], accepted)
}

/** Renders the page of a link that expired or was revoked. */
export function endedPage(language: string): string {
  const { ended, reply } = textsIn(language)
  return page(language, ended, `<p>${ended}</p><p>${reply}</p>`)
}

/** Renders the page that programs get: where a link leads. A person taken for a program goes on with one tap. */
export function previewPage(language: string, url: string): string {
  const { host } = new URL(url)
  const text = textsIn(language).opens.replace('{host}', host)
  return page(
    language,
    host,
    `<p>${escaped(text)}</p><p><a href="${escaped(url)}" rel="noreferrer nofollow">${escaped(host)}</a></p>`,
  )
}

function textsIn(language: string): PageTexts {
  return TEXTS[language] ?? (TEXTS['en'] as PageTexts)
}

function page(language: string, title: string, body: string): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escaped(title)}</title></head><body>${body}</body></html>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
