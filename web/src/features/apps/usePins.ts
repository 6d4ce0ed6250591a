import { PINNED_APPS_MAX } from '@crewline/contract/limits'
import { useLingui } from '@lingui/react/macro'
import { useEditSettingsMutation } from '../accounts/index.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { pinned, type App } from './catalog.ts'

/** The apps a member keeps in the menu. */
export interface Pins {
  isPinned: (app: App) => boolean
  /** As many as there may be. */
  isFull: boolean
  isSaving: boolean
  toggle: (app: App) => Promise<void>
}

/** Reads and changes what is pinned to the menu. */
export function usePins(): Pins {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const kept = useSession(({ auth }) => auth.pinnedApps)
  const [save, { isLoading }] = useEditSettingsMutation()
  const keys: string[] = pinned(kept).map(({ key }) => key)
  return {
    isPinned: ({ key }) => keys.includes(key),
    isFull: keys.length >= PINNED_APPS_MAX,
    isSaving: isLoading,
    async toggle({ key }) {
      const pinnedApps = keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]
      const { error } = await save({ pinnedApps })
      if (error) toast.api({ title: t`Not saved`, message: wordsFor(error) }, 'ERROR')
    },
  }
}
