import type { Span } from '@crewline/contract/blocks'
import { joinedSpans, plainText, type Texts } from '@crewline/contract/block-rules'
import type { NewsLanguage } from '@crewline/contract/news'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { settingsOf } from '../organizations/index.ts'
import { translate } from '../translation/index.ts'

type Translated = { kind: 'reviewed' | 'machine' | 'refused'; texts: Texts }

/**
 * Translates the texts of a block, all or none. Bold and italics are lost, because no translator says which words they
 * fall on; a link keeps its own words when they stand in the translation, and else follows it.
 */
export async function translateTexts(
  scope: Scope,
  kernel: Kernel,
  { from, to, texts }: { from: NewsLanguage; to: NewsLanguage; texts: Texts },
): Promise<Translated> {
  const { translation } = await settingsOf(scope.db, scope.orgId)
  let isMachine = false
  const one = async (text: string): Promise<string | undefined> => {
    if (text.trim() === '') return text
    const request = { orgId: scope.orgId, text, from, to, keep: translation.glossary, purpose: 'send' as const }
    const outcome = await translate(kernel, scope.db, request)
    if (outcome.kind === 'refused') return undefined
    if (outcome.kind === 'same') return text
    isMachine ||= outcome.kind === 'machine'
    return outcome.text
  }
  const translated: Texts = []
  for (const spans of texts) {
    const whole = await one(plainText(spans))
    if (whole === undefined) return { kind: 'refused', texts: [] }
    const links: Span[] = []
    for (const { text, href } of spans) if (href !== undefined) links.push({ text: (await one(text)) ?? text, href })
    translated.push(withLinks(whole, links))
  }
  return { kind: isMachine ? 'machine' : 'reviewed', texts: translated }
}

/** Puts links on their words in a text; a link whose words are not in it follows it. */
export function withLinks(text: string, links: readonly Span[]): Span[] {
  let spans: Span[] = text === '' ? [] : [{ text }]
  for (const link of links) {
    const at = spans.findIndex((span) => span.href === undefined && span.text.includes(link.text))
    const found = spans[at]
    if (!found) {
      spans = [...spans, { text: ' ' }, link]
      continue
    }
    const start = found.text.indexOf(link.text)
    const parts = [{ text: found.text.slice(0, start) }, link, { text: found.text.slice(start + link.text.length) }]
    spans = [...spans.slice(0, at), ...parts.filter((part) => part.text !== ''), ...spans.slice(at + 1)]
  }
  return joinedSpans(spans)
}
