import { contactLanguages } from '@crewline/contract/locales'
import { useMemo } from 'react'
import { useOrganizationSettingsQuery } from './settings-api.ts'

/** Returns the language of new contacts, and the languages to choose from: those of the crew first. */
export function useCrewLanguages(): { usual: string; offered: string[] } {
  const { data } = useOrganizationSettingsQuery()
  const { language = 'en', languages } = data?.profile ?? {}
  return useMemo(
    () => ({ usual: language, offered: [...new Set([...(languages ?? []), ...contactLanguages])] }),
    [language, languages],
  )
}
