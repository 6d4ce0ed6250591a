import type { ContactSummary } from '@crewline/contract/contacts'
import { useCallback } from 'react'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { useLazyOrganizationSettingsQuery, useOrganizationSettingsQuery } from '../../organizations/index.ts'
import { sameLanguage } from '../../translation/index.ts'

type Settings = Reply<'organizationSettings'>['settings']

function languageOf({ translation }: Settings, to: string): { to: string } | undefined {
  if (!translation.outbound || !to || !translation.language || sameLanguage(translation.language, to)) return undefined
  return { to }
}

/**
 * Returns the language to translate messages to a contact into; undefined when they are not translated, and while the
 * settings load.
 */
export function useLanguage({ language: to }: ContactSummary): { to: string } | undefined {
  const { data } = useOrganizationSettingsQuery()
  return data && languageOf(data.settings, to)
}

/**
 * Returns a function that waits for the translation language: a message sent before the settings have loaded must not
 * go untranslated.
 */
export function useLoadedLanguage({
  language: to,
}: ContactSummary): () => Promise<{ to: string } | 'unknown' | undefined> {
  const [loadSettings] = useLazyOrganizationSettingsQuery()
  return useCallback(async () => {
    if (!to) return undefined
    const { data } = await loadSettings(undefined, true)
    return data ? languageOf(data.settings, to) : 'unknown'
  }, [loadSettings, to])
}
