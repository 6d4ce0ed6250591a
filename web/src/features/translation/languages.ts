function base(tag: string): string {
  const [language = '', second = ''] = tag.toLowerCase().split(/[-_]/)
  // Chinese has two scripts, and readers of one may not read the other.
  if (language !== 'zh') return language
  return /hant|tw|hk|mo/.test(second) ? 'zh-hant' : 'zh'
}

/**
 * Returns whether a reader of one language can read the other; ignores regions, but distinguishes the two Chinese
 * scripts.
 */
export function sameLanguage(first: string, second: string): boolean {
  return base(first) === base(second)
}
