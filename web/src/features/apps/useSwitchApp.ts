import { useLingui } from '@lingui/react/macro'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useSetAppMutation } from './api.ts'
import type { App } from './catalog.ts'

/** Returns a function that turns an app on or off for everyone; it resolves to whether that worked. */
export function useSwitchApp(): { isBusy: boolean; switchApp: (app: App, isOn: boolean) => Promise<boolean> } {
  const { t, i18n } = useLingui()
  const describeError = useErrorText()
  const [save, { isLoading }] = useSetAppMutation()
  async function switchApp(app: App, isOn: boolean): Promise<boolean> {
    const { error } = await save({ app: app.key, isOn })
    const name = i18n._(app.name)
    if (error) {
      toast.failed(error, { title: t`Couldn't save`, message: describeError(error) })
      return false
    }
    toast.undo({
      message: isOn ? t`${name} is on.` : t`${name} is off.`,
      onUndo: () => void switchApp(app, !isOn),
    })
    return true
  }
  return { isBusy: isLoading, switchApp }
}
