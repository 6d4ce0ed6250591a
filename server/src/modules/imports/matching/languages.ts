import { folded } from '../../contacts/index.ts'

/** The languages people of a workforce write down most, and what else their names say. */
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

/** Each language by its code and by its name in English, Spanish, French and its own words. */
function byName(): Map<string, string> {
  if (names) return names
  names = new Map(Object.entries(OTHER_NAMES))
  for (const code of CODES) {
    names.set(code, code)
    for (const spoken of ['en', 'es', 'fr', code]) {
      const name = nameIn(spoken, code)
      if (name && !names.has(name)) names.set(name, code)
    }
  }
  return names
}

function nameIn(spoken: string, code: string): string | undefined {
  try {
    const name = new Intl.DisplayNames([spoken], { type: 'language', fallback: 'none' }).of(code)
    return name && folded(name)
  } catch {
    return undefined
  }
}

/** The language a cell names, as BCP 47; undefined where it names none. */
export function languageFrom(text: string): string | undefined {
  const plain = folded(text)
    .replace(/\s*\([^)]*\)/g, '')
    .trim()
  const known = byName().get(plain)
  if (known) return known
  const [first = ''] = plain.split(/[\s/,-_]+/)
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/.test(plain) || !byName().has(first)) return undefined
  try {
    return Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}
