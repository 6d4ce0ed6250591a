import type { ContactHead } from '@crewline/contract/contacts'
import { useOrganizationSettingsQuery } from '../organizations/index.ts'
import { sameLanguage } from '../translation/index.ts'

/** Into which language texts to a contact are translated; undefined where they go as written. */
export function useLanguage({ language: to }: ContactHead): { to: string } | undefined {
  const { data } = useOrganizationSettingsQuery()
  const translation = data?.settings.translation
  if (!translation?.outbound || !to || !translation.language || sameLanguage(translation.language, to)) return undefined
  return { to }
}
