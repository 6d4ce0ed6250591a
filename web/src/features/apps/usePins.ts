import { PINNED_APPS_MAX } from '@crewline/contract/limits'
import { useLingui } from '@lingui/react/macro'
import { useEditSettingsMutation } from '../accounts/index.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { pinned, type App } from './catalog.ts'

/** The apps a member has pinned to the menu. */
export interface Pins {
  isPinned: (app: App) => boolean
  /** The maximum number of pins is reached. */
  isFull: boolean
  isSaving: boolean
  toggle: (app: App) => Promise<void>
}

/** Reads and changes the pinned apps. */
export function usePins(): Pins {
  const { t } = useLingui()
  const describeError = useErrorText()
  const storedPins = useSession(({ auth }) => auth.pinnedApps)
  const [save, { isLoading }] = useEditSettingsMutation()
  const features = useSession(({ auth }) => auth.features)
  const keys: string[] = pinned(storedPins, features).map(({ key }) => key)
  return {
    isPinned: ({ key }) => keys.includes(key),
    isFull: keys.length >= PINNED_APPS_MAX,
    isSaving: isLoading,
    async toggle({ key }) {
      const pinnedApps = keys.includes(key) ? keys.filter((pinnedKey) => pinnedKey !== key) : [...keys, key]
      const { error } = await save({ pinnedApps })
      if (error) toast.failed(error, { title: t`Couldn't save`, message: describeError(error) })
    },
  }
}
