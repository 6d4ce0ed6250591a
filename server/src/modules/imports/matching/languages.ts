import { languageName } from '@crewline/contract/formats'
import { folded } from '../../../kernel/text.ts'

/** The most common languages of a workforce, and alternative names for them. */
const CODES =
  'en es fr pt ht vi zh ar ko ja tl ru uk pl de it hi ur bn pa gu ta te ne my km lo th hmn so am ti om sw rw ln yo ig ha fa ps ku tr ro hu cs sk bg sr hr bs sq el he ka hy mn id ms nl sv da no fi'.split(
    ' ',
  )
const OTHER_NAMES: Record<string, string> = {
  creole: 'ht',
  kreyol: 'ht',
  'haitian creole': 'ht',
  mandarin: 'zh',
  cantonese: 'zh',
  tagalog: 'tl',
  pilipino: 'tl',
  farsi: 'fa',
  dari: 'fa',
  castellano: 'es',
  ingles: 'en',
  espanol: 'es',
  punjabi: 'pa',
  panjabi: 'pa',
}

let names: Map<string, string> | undefined

/** Maps each language by its code and its name in English, Spanish, French and the language itself. */
function byName(): Map<string, string> {
  if (names) return names
  names = new Map(Object.entries(OTHER_NAMES))
  for (const code of CODES) {
    names.set(code, code)
    for (const displayLanguage of ['en', 'es', 'fr', code]) {
      const name = folded(languageName(code, displayLanguage))
      if (!names.has(name)) names.set(name, code)
    }
  }
  return names
}

/** Returns the language named in a cell as BCP 47; undefined when it is unknown. */
export function languageFrom(text: string): string | undefined {
  const plain = folded(text)
    .replace(/\s*\([^)]*\)/g, '')
    .trim()
  const languageCode = byName().get(plain)
  if (languageCode) return languageCode
  const [first = ''] = plain.split(/[\s/,-_]+/)
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/.test(plain) || !byName().has(first)) return undefined
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}
