import type { ContactHead } from '@crewline/contract/contacts'
import { useCallback } from 'react'
import type { Reply } from '../../shared/api/from-contract.ts'
import { useLazyOrganizationSettingsQuery, useOrganizationSettingsQuery } from '../organizations/index.ts'
import { sameLanguage } from '../translation/index.ts'

type Settings = Reply<'organizationSettings'>['settings']

function languageOf({ translation }: Settings, to: string): { to: string } | undefined {
  if (!translation.outbound || !to || !translation.language || sameLanguage(translation.language, to)) return undefined
  return { to }
}

/** Into which language texts to a contact are translated; undefined where they go as written, and while that is not known. */
export function useLanguage({ language: to }: ContactHead): { to: string } | undefined {
  const { data } = useOrganizationSettingsQuery()
  return data && languageOf(data.settings, to)
}

/** Asks into which language a text goes: who writes before that is known waits for it, so that nobody gets words they cannot read. */
export function useKnownLanguage({ language: to }: ContactHead): () => Promise<{ to: string } | 'unknown' | undefined> {
  const [ask] = useLazyOrganizationSettingsQuery()
  return useCallback(async () => {
    if (!to) return undefined
    const { data } = await ask(undefined, true)
    return data ? languageOf(data.settings, to) : 'unknown'
  }, [ask, to])
}
