import { PINNED_APPS_MAX } from '@crewline/contract/limits'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { useEditSettingsMutation } from '../accounts/index.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { pinned, type App } from './catalog.ts'
import { withPinMoved, withPinToggled } from './pin-rules.ts'

/** The apps a member has pinned to the menu. */
export interface Pins {
  isPinned: (app: App) => boolean
  /** The maximum number of pins is reached. */
  isFull: boolean
  isSaving: boolean
  toggle: (app: App) => Promise<void>
}

function useSavePins(): { isSaving: boolean; savePins: (pinnedApps: string[]) => Promise<void> } {
  const { t } = useLingui()
  const describeError = useErrorText()
  const [save, { isLoading }] = useEditSettingsMutation()
  async function savePins(pinnedApps: string[]): Promise<void> {
    const { error } = await save({ pinnedApps })
    if (error) toast.failed(error, { title: t`Couldn't save`, message: describeError(error) })
  }
  return { isSaving: isLoading, savePins }
}

/** Reads and changes the pinned apps. */
export function usePins(): Pins {
  const stored = useSession(({ auth }) => auth.pinnedApps)
  const { isSaving, savePins } = useSavePins()
  return {
    isPinned: ({ key }) => stored.includes(key),
    isFull: stored.length >= PINNED_APPS_MAX,
    isSaving,
    toggle: ({ key }) => savePins(withPinToggled(stored, key)),
  }
}

/** The pinned apps in the order of the menu, and a function that moves one to the place of another at once. */
export function usePinOrder(): { pins: App[]; move: (from: number, to: number) => void } {
  const stored = useSession(({ auth }) => auth.pinnedApps)
  const features = useSession(({ auth }) => auth.features)
  const { savePins } = useSavePins()
  const [draft, setDraft] = useState<string[]>()
  const saving = useRef(Promise.resolve())
  const moves = useRef(0)
  const keys = draft ?? stored
  const pins = pinned(keys, features)
  function move(from: number, to: number): void {
    const shown: string[] = pins.map(({ key }) => key)
    const next = withPinMoved(keys, shown, from, to)
    setDraft(next)
    moves.current += 1
    const number = moves.current
    // One save after the other: with two at once, the earlier order could be stored last.
    saving.current = saving.current.then(async () => {
      // A later move has all of this one.
      if (moves.current !== number) return
      await savePins(next)
      if (moves.current === number) setDraft(undefined)
    })
  }
  return { pins, move }
}
