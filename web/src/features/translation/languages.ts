/** The name of a language in a language; the tag itself where no name is known. */
export function languageName(tag: string, inLocale: string): string {
  try {
    const name = new Intl.DisplayNames([inLocale], { type: 'language' }).of(tag) ?? tag
    return name.charAt(0).toLocaleUpperCase(inLocale) + name.slice(1)
  } catch {
    return tag
  }
}

function base(tag: string): string {
  const [language = '', second = ''] = tag.toLowerCase().split(/[-_]/)
  // Chinese is written in two ways that readers do not share.
  if (language !== 'zh') return language
  return /hant|tw|hk|mo/.test(second) ? 'zh-hant' : 'zh'
}

/** Whether somebody who reads one language reads the other; regions do not matter, the two ways to write Chinese do. */
export function sameLanguage(one: string, other: string): boolean {
  return base(one) === base(other)
}
