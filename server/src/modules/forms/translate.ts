import type { FormLanguage } from '@crewline/contract/form-content'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { settingsOf } from '../organizations/index.ts'
import { translate } from '../translation/index.ts'

/** Translates texts of a form, each whole or not at all: null stands for one that a member must translate. */
export async function translateTexts(
  scope: Scope,
  kernel: Kernel,
  { from, to, texts }: { from: FormLanguage; to: FormLanguage; texts: string[] },
): Promise<{ texts: (string | null)[]; isMachine: boolean }> {
  const { translation } = await settingsOf(scope.db, scope.orgId)
  const translated: (string | null)[] = []
  let isMachine = false
  for (const text of texts) {
    const request = { orgId: scope.orgId, text, from, to, keep: translation.glossary, purpose: 'send' as const }
    const outcome = await translate(kernel, scope.db, request)
    isMachine ||= outcome.kind === 'machine'
    translated.push(outcome.kind === 'refused' ? null : outcome.kind === 'same' ? text : outcome.text)
  }
  return { texts: translated, isMachine }
}
