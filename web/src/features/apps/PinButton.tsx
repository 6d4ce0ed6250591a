import { PINNED_APPS_MAX } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPin, IconPinnedOff } from '@tabler/icons-react'
import type { App } from './catalog.ts'
import { usePins } from './usePins.ts'

/** Pins an app to the menu or unpins it. */
export function PinButton({ app }: { app: App }) {
  const { t, i18n } = useLingui()
  const { isPinned, isFull, isSaving, toggle } = usePins()
  const name = i18n._(app.name)
  const isIn = isPinned(app)
  return (
    <Button
      variant="default"
      size="xs"
      loading={isSaving}
      disabled={!isIn && isFull}
      title={!isIn && isFull ? t`You can pin up to ${PINNED_APPS_MAX} apps. Unpin one first.` : undefined}
      aria-label={isIn ? t`Unpin ${name}` : t`Pin to menu: ${name}`}
      leftSection={isIn ? <IconPinnedOff size={16} stroke={1.75} /> : <IconPin size={16} stroke={1.75} />}
      onClick={() => void toggle(app)}
    >
      {isIn ? <Trans>Unpin</Trans> : <Trans>Pin to menu</Trans>}
    </Button>
  )
}
