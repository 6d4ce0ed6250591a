import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { CopyText } from '../../shared/ui/text/CopyText.tsx'
import type { IssuedKey } from './api.ts'
import classes from './ApiKeys.module.css'

/** Shows a new key, for the only time. */
export function NewKeyDialog({ issued, onClose }: { issued: IssuedKey; onClose: () => void }) {
  const { t } = useLingui()
  const { name } = issued.apiKey
  return (
    // A click beside it must not lose the key.
    <Dialog
      opened
      onClose={onClose}
      title={t`Your key "${name}"`}
      size={480}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <p className={classes.plain}>
          <Trans>Copy this key now. We won't show it again.</Trans>
        </p>
        <div className={classes.secret}>
          <CopyText text={issued.secret} label={t`key`} atStart />
        </div>
        <div className={classes.buttons}>
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </div>
      </Stack>
    </Dialog>
  )
}
